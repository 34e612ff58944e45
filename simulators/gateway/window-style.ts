/** Light and plain, so that nobody takes the window for a page of the shop. */
export const styles = `:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;font:16px/1.6 system-ui,sans-serif}
`
