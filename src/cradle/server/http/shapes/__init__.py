"""The shapes of requests and answers: what OpenAPI shows, and the client's types are made of."""
