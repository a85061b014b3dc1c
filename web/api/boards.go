package api

// addBoards registers pictures.
func addBoards(*API) {}
