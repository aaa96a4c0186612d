package server

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed console
var consoleFiles embed.FS

// console serves the page on which a person looks at banks and decides what is
// doubted. It holds no data: what it shows it asks the API for, with the key that
// is typed in. It loads nothing from elsewhere.
func console() http.Handler {
	files, err := fs.Sub(consoleFiles, "console")
	if err != nil {
		panic("server: " + err.Error()) // the name is that of the directive above
	}
	served := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		served.ServeHTTP(w, r)
	})
}
