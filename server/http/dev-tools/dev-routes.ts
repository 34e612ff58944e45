import type { Db } from '#server/db/client.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { type OutboxMessage, readOutbox } from '#server/messages/dev-outbox.ts'
import { isLocalRequest } from '../auth/client-info.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '#server/shared/escape-html.ts'
import { outboxCopy as words } from './outbox-page.copy.ts'
import { createHash } from 'node:crypto'

/** Mounts the development outbox: e-mail and SMS messages that were not sent. Loopback requests only. */
export function mountDevRoutes(
  app: FastifyInstance,
  {
    db,
    readCodes,
    readAccounts,
  }: {
    db: Db
    readCodes: () => Promise<DemoCode[]>
    /** Undefined outside the demonstration. */
    readAccounts?: () => Promise<DemoAccount[]>
  },
) {
  const mount = (path: string, render: () => Promise<string>) =>
    app.get(path, async (request, reply) => {
      requireLocalRequest(request)
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', outboxCsp())
        .type('text/html; charset=utf-8')
        .send(await render())
    })
  mount('/dev/authenticator', async () => authenticatorPage(await readCodes()))
  mount('/dev/outbox', async () => outboxPage(await readOutbox(db)))

  app.get('/dev/outbox.json', async (request, reply) => {
    requireLocalRequest(request)
    const messages = await readOutbox(db)
    return reply
      .header('cache-control', 'no-store')
      .send(messages.map(({ html: _html, ...message }) => message))
  })

  if (readAccounts)
    app.get('/dev/accounts.json', async (request, reply) => {
      requireLocalRequest(request)
      return reply.header('cache-control', 'no-store').send(await readAccounts())
    })
}

/** An account of the demonstration; `code` is the current one of its authenticator. */
export type DemoAccount = {
  email: string
  password: string
  is_staff: boolean
  code: string | null
}

/** @throws ProblemError `not_found` unless the request comes from this machine. */
function requireLocalRequest({ raw }: FastifyRequest) {
  if (!isLocalRequest(raw)) throw new ProblemError('not_found')
}

/** Renders the development outbox with its codes and links; the page polls for new messages. */
function outboxPage(messages: readonly OutboxMessage[]): string {
  const newestMail = messages.find(({ kind }) => kind === 'mail')
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${words.title}</title>
<link rel="icon" href="/favicon.svg"><style>${styles}</style></head>
<body data-copied="${words.copied}" data-arrived="${words.arrived}" data-lost="${words.lost}"><main>
<h1>${words.title}</h1><p class="about">${words.about}</p><p role="status" id="status"></p>
<div id="messages">${messages.map((message) => messageArticle(message, message === newestMail)).join('\n')}</div>
<section id="empty"${messages.length > 0 ? ' hidden' : ''}><h2>${words.empty}</h2><p>${words.empty_next}</p></section>
</main><script>${script}</script></body></html>`
}

/**
 * CSP of the outbox page: its own script, and requests to its own origin. The e-mail frames inherit it and are
 * sandboxed.
 */
const outboxCsp = (): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

function messageArticle(message: OutboxMessage, isOpen: boolean): string {
  const { id, kind, to, subject, text, sent_at, html } = message
  const quick = [...codesIn(text).map(copyButton), ...linksIn(text).map(openLink)]
  return `<article id="message-${id}" aria-labelledby="title-${id}"><header><span class="kind ${kind}">${words.kinds[kind]}</span>
<span class="to">${escapeHtml(words.to(to))}</span><time datetime="${sent_at}">${words.at(sent_at)}</time></header>
${kind === 'mail' ? `<h2 id="title-${id}">${escapeHtml(subject)}</h2>` : `<p class="sms" id="title-${id}">${escapeHtml(text)}</p>`}
${quick.length > 0 ? `<div class="quick">${quick.join('')}</div>` : ''}
${html === null ? '' : emailViews({ id, html, subject, text }, isOpen)}</article>`
}

function emailViews(
  { id, html, subject, text }: { id: number; html: string; subject: string; text: string },
  isOpen: boolean,
): string {
  // Links open in a new tab: the site forbids framing.
  const framedHtml = html.replace('<head>', '<head><base target="_blank">')
  return `<details name="email-${id}"${isOpen ? ' open' : ''}><summary>${words.email_body}</summary>
<iframe title="${escapeHtml(words.email_title(subject))}" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" loading="lazy" srcdoc="${escapeHtml(framedHtml)}"></iframe></details>
<details name="email-${id}"><summary>${words.plain}</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`
}

const address = /https?:\/\/[^\s<>"]+/g

const codesIn = (text: string) => [
  ...new Set(text.replace(address, '').match(/(?<!\d)\d{6}(?!\d)/g)),
]
const linksIn = (text: string) => [...new Set(text.match(address))]

const copyButton = (code: string) =>
  `<button type="button" class="code" data-code="${code}" aria-label="${words.copy(code)}">${code}</button>`

const openLink = (url: string) =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener"><span>${words.open}</span><small>${escapeHtml(new URL(url).pathname)}</small></a>`

/** Prepends new messages without touching the others, so that open frames and scroll position stay. */
const script = `
const list = document.getElementById('messages'), empty = document.getElementById('empty'), status = document.getElementById('status')
const words = document.body.dataset
const fit = (frame) => {
  const body = frame.contentDocument && frame.contentDocument.body
  if (body && frame.clientWidth) frame.style.height = body.scrollHeight + 'px'
}
const frames = (root) => root.querySelectorAll('iframe')
const watch = (root) => {
  for (const frame of frames(root)) { frame.addEventListener('load', () => fit(frame)); fit(frame) }
}
watch(document)
addEventListener('resize', () => frames(document).forEach(fit))
list.addEventListener('toggle', (event) => frames(event.target).forEach(fit), true)
list.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-code]')
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.code)
  status.textContent = words.copied
  button.classList.add('copied')
  setTimeout(() => button.classList.remove('copied'), 1500)
})
async function poll() {
  const shownIds = new Set([...list.children].map((element) => element.id))
  const response = await fetch('/dev/outbox.json')
  if (!response.ok) throw new Error(String(response.status))
  const ids = (await response.json()).map(({ id }) => 'message-' + id)
  if (ids.length === shownIds.size && ids.every((id) => shownIds.has(id))) return
  const page = new DOMParser().parseFromString(await (await fetch('/dev/outbox')).text(), 'text/html')
  const currentIds = new Set(ids)
  for (const element of [...list.children]) if (!currentIds.has(element.id)) element.remove()
  for (const element of [...page.querySelectorAll('article')].reverse()) {
    if (document.getElementById(element.id)) continue
    list.prepend(document.adoptNode(element))
    watch(element)
    status.textContent = words.arrived
  }
  empty.hidden = list.children.length > 0
}
let isOffline = false
const schedule = () => poll()
  .then(() => { if (isOffline) status.textContent = ''; isOffline = false }, () => { isOffline = true; status.textContent = words.lost })
  .then(() => setTimeout(schedule, document.hidden ? 5000 : 1500))
schedule()
`

export const styles = `:root{color-scheme:dark;--ink:#0a0d13;--surface:#13161e;--raised:#1c202a;--line:#282d38;--paper:#f8f5f1;--paper2:#bfc3ca;--paper3:#969ba6;--gam:#ff9045}
*{box-sizing:border-box}body{margin:0;background:var(--ink);color:var(--paper);font:15px/1.6 'Pretendard','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif;word-break:keep-all;overflow-wrap:anywhere}
main{max-width:45rem;margin:auto;padding:2.5rem 1rem 4rem}h1{font-size:1.625rem;letter-spacing:-.02em;margin:0}h2{font-size:1.0625rem;margin:.625rem 0 0}
.about{color:var(--paper3);margin:.375rem 0 0}#status{min-height:1.6em;color:var(--gam);margin:.5rem 0;font-size:.875rem}
article,#empty{background:var(--surface);border:1px solid var(--line);border-radius:1rem;padding:1.125rem 1.25rem;margin-top:.75rem}
#empty{text-align:center;padding:3.5rem 1.25rem}#empty p{color:var(--paper2);margin:.375rem 0 0}
header{display:flex;flex-wrap:wrap;gap:.25rem .625rem;align-items:center;color:var(--paper2);font-size:.875rem}
time{color:var(--paper3);margin-left:auto;font-variant-numeric:tabular-nums}
.kind{background:var(--raised);color:var(--paper);border-radius:99px;padding:.125rem .625rem;font-weight:600;font-size:.8125rem}.kind.sms{background:var(--gam);color:#210e06}
.sms:not(.kind){background:var(--raised);border-radius:.25rem 1rem 1rem 1rem;padding:.75rem 1rem;margin:.75rem 0 0;white-space:pre-line;width:fit-content;max-width:100%}
.quick{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.875rem}
.quick>*{min-height:44px;border-radius:.625rem;border:1px solid var(--line);background:var(--raised);color:var(--paper);font:inherit;padding:.375rem 1rem;text-decoration:none;display:flex;flex-direction:column;justify-content:center;cursor:pointer;max-width:100%}
.quick a span{font-weight:600}.quick small{color:var(--paper3);font-size:.75rem;line-height:1.4;max-width:24rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.quick .code{font:700 1.375rem/1 ui-monospace,'SF Mono',Menlo,Consolas,monospace;letter-spacing:.12em;color:var(--gam)}
.quick>:hover{border-color:var(--gam)}.quick .copied{background:var(--gam);color:#210e06}
:focus-visible{outline:2px solid var(--gam);outline-offset:2px}
details{margin-top:.75rem;border-top:1px solid var(--line)}details+details{margin-top:0}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;color:var(--paper2);font-weight:600;font-size:.875rem}summary::before{content:'▸';margin-right:.5rem;color:var(--paper3)}[open]>summary::before{content:'▾'}
iframe{display:block;box-sizing:content-box;width:calc(100% - 2px);margin-bottom:.75rem;height:36rem;border:1px solid var(--line);border-radius:.75rem;background:var(--ink)}
pre{margin:0;white-space:pre-wrap;font:inherit;color:var(--paper2);background:var(--ink);border-radius:.75rem;padding:1rem;margin-bottom:.5rem}p{text-wrap:pretty}
@media (width<30rem){main{padding:1.5rem .75rem 3rem}article{padding:1rem .875rem}}`

/** The current TOTP code of a demo account. */
type DemoCode = { email: string; code: string }

/** Renders the TOTP codes of the demo accounts, each valid for 30 seconds, and a link that loads them again. */
function authenticatorPage(codes: readonly DemoCode[]): string {
  const rows = codes.map(
    ({ email, code }) =>
      `<article><header><span class="to">${escapeHtml(email)}</span></header><div class="quick"><output class="code">${code}</output></div></article>`,
  )
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.authenticator}</title><link rel="icon" href="/favicon.svg"><style>${styles}</style></head>
<body><main><h1>${words.authenticator}</h1><p class="about">${words.authenticator_about}</p>
<div class="quick"><a href="/dev/authenticator">${words.authenticator_reload}</a></div>
${rows.length > 0 ? rows.join('\n') : `<section id="empty"><h2>${words.authenticator_none}</h2></section>`}
</main></body></html>`
}
