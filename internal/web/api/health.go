package api

import (
	"context"
)

func addHealth(a *API) {
	add(a, operation{
		id: "health", schema: "queens.health/1", path: "/healthz", tag: "server", example: "/healthz",
		summary: "Whether the server answers",
	}, func(context.Context, *struct{}) (*Health, error) { return &Health{"ok"}, nil })
}

// Health is a sign of life.
type Health struct {
	Status string `json:"status" enum:"ok"`
}
