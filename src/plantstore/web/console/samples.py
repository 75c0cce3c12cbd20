"""Twenty sample plants for an empty store, as a CSV file to download or import."""

import csv
import io

HEADINGS = ("name", "botanical name", "tag", "sku", "price", "stock", "common names", "family")
PLANTS = (
    ("Swiss cheese plant", "Monstera deliciosa", "houseplant", "24.90", 12, "Monstera", "Araceae"),
    ("Snake plant", "Dracaena trifasciata", "houseplant", "14.50", 30, "Mother-in-law's tongue", "Asparagaceae"),
    ("Chinese money plant", "Pilea peperomioides", "houseplant", "9.90", 24, "Pancake plant", "Urticaceae"),
    ("Spider plant", "Chlorophytum comosum", "houseplant", "6.50", 40, "", "Asparagaceae"),
    ("Peace lily", "Spathiphyllum wallisii", "houseplant", "12.90", 18, "", "Araceae"),
    ("Weeping fig", "Ficus benjamina", "houseplant", "29.00", 6, "", "Moraceae"),
    ("Aloe vera", "Aloe vera", "succulent", "7.90", 36, "", "Asphodelaceae"),
    ("Jade plant", "Crassula ovata", "succulent", "8.50", 20, "Money tree", "Crassulaceae"),
    ("English lavender", "Lavandula angustifolia", "perennial", "5.90", 120, "", "Lamiaceae"),
    ("Purple coneflower", "Echinacea purpurea", "perennial", "6.90", 48, "", "Asteraceae"),
    ("Bigleaf hydrangea", "Hydrangea macrophylla", "shrub", "19.90", 15, "Mophead hydrangea", "Hydrangeaceae"),
    ("Common box", "Buxus sempervirens", "shrub", "11.50", 60, "", "Buxaceae"),
    ("Japanese maple", "Acer palmatum 'Bloodgood'", "tree", "79.00", 4, "", "Sapindaceae"),
    ("Common ivy", "Hedera helix", "climber", "4.90", 80, "", "Araliaceae"),
    ("Climbing hydrangea", "Hydrangea petiolaris", "climber", "24.00", 9, "", "Hydrangeaceae"),
    ("Hart's-tongue fern", "Asplenium scolopendrium", "fern", "8.90", 22, "", "Aspleniaceae"),
    ("Blue fescue", "Festuca glauca", "grass", "4.50", 70, "", "Poaceae"),
    ("Basil", "Ocimum basilicum", "herb", "2.90", 150, "Sweet basil", "Lamiaceae"),
    ("Rosemary", "Salvia rosmarinus", "herb", "3.90", 90, "", "Lamiaceae"),
    ("Strawberry", "Fragaria × ananassa", "fruit", "2.50", 200, "Garden strawberry", "Rosaceae"),
)
FILE_NAME = "sample-plants.csv"


def sample_csv() -> bytes:
    """Return the sample plants as a CSV file in UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEADINGS)
    for number, (name, botanical, tag, price, stock, also, family) in enumerate(PLANTS, start=1):
        writer.writerow((name, botanical, tag, f"SAMPLE-{number:02}", price, stock, also, family))
    return text.getvalue().encode()
