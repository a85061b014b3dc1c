// Package web is the workstation in the browser: a server of pages and of the
// interface for programs that they use, package api.
//
//	s, err := web.New(web.Options{State: dir, Listen: "127.0.0.1:8020"})
//	if err != nil {
//		return err
//	}
//	err = s.Serve(ctx)
//
// Pages are rendered here from html/template; their scripts are plain ES modules and custom
// elements from static, without a build step. Everything is in the program: nothing is loaded from
// elsewhere, and the content security policy would not allow it.
//
// To add a page: a folder web/pages/NAME with page.html, a function that answers its address, and a
// line in the table of web/pages, beside those of its group of the menu. Menu, address, link check,
// screenshots, accessibility check and the tests for narrow windows read that table. page.html
// defines the template "content" and gets View.Data; if the address is wrong, only its templates
// "form" and "choice" are shown. script.js of the folder, if there is one, is loaded as a module,
// style.css as a style sheet. Both may import and use what is in static:
//
//	app.js           address, command line and copying, messages for screen readers
//	events.js        one stream of server-sent events for all tabs of a browser
//	queens-board.js  <queens-board>: a board of any order, its squares spoken, editable
//	trace-player.js  <trace-player>: steps of an algorithm, forwards and backwards
//	squares.js       a board of buttons, for puzzles
//	run-list.js      <run-list>: counts in progress and finished
//
// A custom element is one file; it renders into itself, without a shadow tree, so
// that the one style sheet holds for it, and its classes begin with its name.
//
// Server and API hold no logic of their own: they call the packages that the
// command line calls.
package web
