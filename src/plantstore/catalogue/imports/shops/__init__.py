"""The exports of shop programs: Shopify's products and Google Merchant feeds."""
