package counts

import "queens/internal/web/page"

// Page is not shown in a browser without a server.
var Page = page.Page{Name: "counts", Title: "Counts", Place: "Numbers", Live: true}
