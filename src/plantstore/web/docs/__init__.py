"""The documentation as a store serves it: the Markdown of docs/, what each error means, the reference of the API."""
