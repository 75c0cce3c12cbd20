import com.fasterxml.jackson.databind.DeserializationFeature;
import java.nio.file.Files;
import java.nio.file.Path;
import plants.NewPlant;
import plants.client.ApiClient;

/** Reads webhook bodies, one in each line of a file; "strict" refuses fields that it does not know. */
public class Consumer {
  public static void main(String[] arguments) throws Exception {
    var mapper = ApiClient.createDefaultObjectMapper();
    mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, arguments[0].equals("strict"));
    for (String body : Files.readAllLines(Path.of(arguments[1]))) {
      NewPlant plant = mapper.readValue(body, NewPlant.class);
      System.out.println(plant.getId() + "|" + plant.getName() + "|" + plant.getTag());
    }
  }
}
