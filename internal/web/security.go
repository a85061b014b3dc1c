//go:build !js

package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"queens/internal/web/api"
)

// policy lets pages load only what comes from this server, no script or style within a page, no
// frames.
const policy = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action " +
	"'self'; frame-ancestors 'none'"

var framed = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

func secureHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if strings.HasPrefix(r.URL.Path, embedPrefix) {
			h.Set("Content-Security-Policy", framed)
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		next.ServeHTTP(w, r)
	})
}

// isLoopback reports whether only this machine reaches the host.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// checkHost refuses requests for another host than this machine: a page of
// another site whose name was made to point here (DNS rebinding) sends its own.
func checkHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if !isLoopback(strings.Trim(host, "[]")) {
			refuse(w, http.StatusForbidden, "this server answers only requests for this machine, not for the "+
				"requested host")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// requireToken answers only requests with the token: a program sends it in the header
// Authorization, a browser once in the address, ?token=..., and then in a cookie.
func requireToken(token string, next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(token))
	fits := func(text string) bool {
		got := sha256.Sum256([]byte(text))
		return subtle.ConstantTimeCompare(got[:], want[:]) == 1
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bearer, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		cookie, err := r.Cookie(api.TokenCookie)
		if isBearer && fits(bearer) || err == nil && fits(cookie.Value) {
			next.ServeHTTP(w, r)
			return
		}
		query := r.URL.Query()
		if r.Method == http.MethodGet && fits(query.Get("token")) {
			http.SetCookie(w, &http.Cookie{
				Name: api.TokenCookie, Value: query.Get("token"), Path: "/",
				HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode,
			})
			query.Del("token")
			clean := url.URL{Path: r.URL.Path, RawQuery: query.Encode()}
			if !strings.HasPrefix(clean.Path, "/") || strings.HasPrefix(clean.Path, "//") {
				clean.Path = "/"
			}
			http.Redirect(w, r, clean.String(), http.StatusSeeOther)
			return
		}
		w.Header().Set("WWW-Authenticate", `Bearer realm="queens"`)
		refuse(w, http.StatusUnauthorized, "this server needs its token: open the address that queens serve "+
			"printed, or send the header Authorization: Bearer TOKEN")
	})
}

// crossOrigin refuses requests that pages of other sites make: those that change
// something, and all reads but that a link to a page is followed, or that one that may
// be embedded is shown in a frame.
func crossOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "a page of another site cannot change anything here")
	}))
	guarded := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site, dest, safe := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Dest"),
			r.Method == http.MethodGet || r.Method == http.MethodHead
		foreign := site == "cross-site" || site == "same-site"
		frame := strings.HasPrefix(r.URL.Path, embedPrefix) && (dest == "iframe" || dest == "frame")
		if link := !isAPI(r.URL.Path) && dest == "document"; foreign && safe && !link && !frame {
			refuse(w, http.StatusForbidden, "a page of another site cannot use this server; open the address directly")
			return
		}
		guarded.ServeHTTP(w, r)
	})
}
