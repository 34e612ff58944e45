import { escapeHtml } from '#server/shared/escape-html.ts'
import { outboxCopy as words } from './outbox-page.copy.ts'
import { styles } from './outbox-page.ts'

/** What an authenticator app would show now, and for whom. */
export type DemoCode = { email: string; code: string }

/** The demonstration's authenticator apps as a page that reloads itself: a code lasts half a minute. */
export function authenticatorPage(codes: readonly DemoCode[]): string {
  const shown = codes.map(
    ({ email, code }) =>
      `<article><header><span class="to">${escapeHtml(email)}</span></header><div class="quick"><output class="code">${code}</output></div></article>`,
  )
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="5">
<title>${words.authenticator} · 한편</title><link rel="icon" href="/favicon.svg"><style>${styles}</style></head>
<body><main><h1>${words.authenticator}</h1><p class="about">${words.authenticator_about}</p>
${shown.length > 0 ? shown.join('\n') : `<section id="empty"><h2>${words.authenticator_none}</h2></section>`}
</main></body></html>`
}
