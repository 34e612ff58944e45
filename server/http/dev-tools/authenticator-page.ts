import { escapeHtml } from '#server/shared/escape-html.ts'
import { outboxCopy as copy } from './outbox-page.copy.ts'
import { styles } from './outbox-page.ts'

/** The current TOTP code of a demo account. */
export type DemoCode = { email: string; code: string }

/** Renders the TOTP codes of the demo accounts, each valid for 30 seconds, and a link that loads them again. */
export function authenticatorPage(codes: readonly DemoCode[]): string {
  const rows = codes.map(
    ({ email, code }) =>
      `<article><header><span class="to">${escapeHtml(email)}</span></header><div class="quick"><output class="code">${code}</output></div></article>`,
  )
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${copy.authenticator} · 한편</title><link rel="icon" href="/favicon.svg"><style>${styles}</style></head>
<body><main><h1>${copy.authenticator}</h1><p class="about">${copy.authenticator_about}</p>
<div class="quick"><a href="/dev/authenticator">${copy.authenticator_reload}</a></div>
${rows.length > 0 ? rows.join('\n') : `<section id="empty"><h2>${copy.authenticator_none}</h2></section>`}
</main></body></html>`
}
