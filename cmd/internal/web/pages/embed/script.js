// @ts-check
// Another site loads it by the line that the page shows.
document.head.append(Object.assign(document.createElement("script"), { src: "/static/embed.js" }));
