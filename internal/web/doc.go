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
// Package pages says how to add one. Its page.html defines the template "content" and gets
// View.Data; if the address is wrong, only its templates "form" and "choice" are shown. A custom
// element is one file; it renders into itself, without a shadow tree, so that the one style sheet
// holds for it, and its classes begin with its name.
package web
