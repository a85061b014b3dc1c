package draw

func pages() []Format { return nil } // a browser prints by itself
