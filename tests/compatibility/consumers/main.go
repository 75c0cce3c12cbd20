// Reads webhook bodies, one in each line of a file; "strict" refuses fields that it does not know.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"consumer/plants"
)

// The generated struct without its own way of reading, which keeps unknown fields.
type strictPlant plants.NewPlant

func read(kind string, body []byte) (plants.NewPlant, error) {
	if kind != "strict" {
		plant := plants.NewPlant{}
		return plant, json.Unmarshal(body, &plant)
	}
	plant := strictPlant{}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&plant)
	return plants.NewPlant(plant), err
}

func main() {
	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	for _, body := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		plant, err := read(os.Args[1], body)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Printf("%d|%s|%s\n", plant.GetId(), plant.GetName(), plant.GetTag())
	}
}
