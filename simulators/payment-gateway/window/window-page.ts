import { escapeHtml } from '#server/shared/escape-html.ts'
import { testCards } from '../test-cards.ts'
import { windowCopy as copy, windowCopy as words } from './window.copy.ts'
import { createHash } from 'node:crypto'
import type { TossPayment } from '../store.ts'

type InputError = 'missing' | 'wrong' | 'over'
export type InputErrors = { card_number?: InputError; expiry?: InputError }

type Shown = {
  form: { card_number: string; expiry: string }
  /** Expiry to fill in with a test card. */
  expiry: string
  faults?: InputErrors
} & (
  | {
      kind: 'pay'
      order: { orderId: string; amount: number; orderName: string }
    }
  | { kind: 'card' }
)

/**
 * Renders the payment or billing-auth window: order, test cards and card form. It works without its script.
 * @param shown.form the submitted input; a new window has the first card filled in.
 */
export function windowPage(shown: Shown): string {
  const title = shown.kind === 'pay' ? words.pay_title : words.card_title
  const { form, faults = {} } = shown
  const go = shown.kind === 'pay' ? words.pay(words.won(shown.order.amount)) : words.register
  return page(
    `${title} · ${words.brand}`,
    `${header}
<main><p class="notice">${words.notice}</p><h1>${title}</h1>
<form method="post" novalidate data-busy="${words.busy}" data-expiry="${shown.expiry}">
<section class="order" aria-labelledby="order"><h2 id="order">${shown.kind === 'pay' ? words.order : words.registration}</h2>${summary(shown)}</section>
<div class="with">${chooser(form.card_number)}
<section class="card" aria-labelledby="card"><h2 id="card">${words.method}</h2><div class="fields">
${field('card_number', words.card_number, form.card_number, faults.card_number, 'inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="0000 0000 0000 0000"')}
${field('expiry', words.expiry, form.expiry, faults.expiry, 'inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="MM/YY"', words.expiry_hint)}
</div></section></div>
<div class="actions"><button class="go" name="action" value="go">${go}</button>
<button class="close" name="action" value="close">${shown.kind === 'pay' ? words.close : words.close_card}</button></div>
</form></main><script>${script}</script>`,
  )
}

/** Renders the page for invalid window parameters. */
export function invalidRequestPage(): string {
  return page(
    `${words.broken} · ${words.brand}`,
    `${header}
<main class="closed"><h1>${words.broken}</h1><p>${words.broken_about}</p></main>`,
  )
}

export const header = `<header><p class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="5" width="20" height="14" rx="3"/><path d="M2 10h20M6 15h4"/></svg>${words.brand}</p></header>`

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,"><style>${styles}</style></head><body>${body}</body></html>`
}

/** CSP of the window: its own script only. No `form-action`, which would block the redirect to the shop. */
export const windowCsp = (): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

function summary(shown: Shown): string {
  if (shown.kind === 'card') return `<p class="about">${words.card_about}</p>`
  const { orderId, amount, orderName } = shown.order
  const row = (name: string, value: string) =>
    `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`
  return `<dl>${row(words.item, orderName)}${row(words.order_number, orderId)}<div class="total"><dt>${words.amount}</dt><dd>${words.won(amount)}</dd></div></dl>`
}

function field(
  name: keyof InputErrors,
  label: string,
  value: string,
  fault: InputError | undefined,
  attributes: string,
  hint = '',
): string {
  const described = [fault ? `${name}-fault` : '', hint ? `${name}-hint` : '']
    .filter(Boolean)
    .join(' ')
  return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(value)}" required ${attributes}${fault ? ' aria-invalid="true"' : ''}${described ? ` aria-describedby="${described}"` : ''}>
${hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ''}${fault ? `<p class="fault" id="${name}-fault" role="alert">${words.faults[name][fault]}</p>` : ''}</div>`
}

const groups: Readonly<Record<keyof typeof words.groups, (id: string) => boolean>> = {
  good: (id) => ['approve', 'delay', 'decline_later'].includes(id),
  declined: (id) => /^[A-Z_]+$/.test(id),
  broken: (id) => ['lose_answer', 'fail'].includes(id),
}

/** Renders the test cards: approved ones visible, the others in collapsed groups. */
function chooser(card_number: string): string {
  const typed = card_number.replace(/\D/g, '')
  const group = (name: keyof typeof words.groups) => {
    const cards = testCards.filter(({ id }) => groups[name](id))
    const choices = cards.map(({ id, number }) => choice(id, number, number === typed)).join('')
    if (name === 'good') return `<div class="choices good">${choices}</div>`
    const isOpen = cards.some(({ number }) => number === typed)
    return `<details${isOpen ? ' open' : ''}><summary>${words.groups[name]}<span class="count">${cards.length}</span></summary>
<div class="choices">${choices}</div></details>`
  }
  return `<fieldset class="chooser" aria-describedby="chooser-about"><legend>${words.chooser}</legend>
<p class="about" id="chooser-about">${words.chooser_about}</p>${group('good')}${group('declined')}${group('broken')}</fieldset>`
}

function choice(id: string, number: string, isChosen: boolean): string {
  const [name, about] = words.cards[id] ?? [id, '']
  const shown = groups.declined(id) ? `<code>${about}</code>` : about
  return `<label class="choice"><input type="radio" name="test_card" value="${id}" data-number="${number}"${isChosen ? ' checked' : ''}>
<span><b>${name}</b><small>${shown}</small></span></label>`
}

/** Renders the card receipt of a payment. */
export function receiptPage(payment: TossPayment): string {
  const { receipt_rows: names } = copy
  const canceled = payment.totalAmount - payment.balanceAmount
  const supply = Math.round(payment.totalAmount / 1.1)
  const rows: readonly (readonly [string, string])[] = [
    [names.item, payment.orderName],
    [names.order, payment.orderId],
    [names.card, payment.card.number],
    ...(payment.card.approveNo ? [[names.approval, payment.card.approveNo] as const] : []),
    [names.at, (payment.approvedAt ?? payment.requestedAt).slice(0, 19).replace('T', ' ')],
    [names.supply, copy.won(supply)],
    [names.vat, copy.won(payment.totalAmount - supply)],
    ...(canceled > 0 ? [[names.canceled, copy.won(canceled)] as const] : []),
  ]
  return page(
    `${copy.receipt} · ${copy.brand}`,
    `${header}
<main class="receipt"><p class="notice">${copy.receipt_notice}</p><h1>${copy.receipt}</h1><p class="status">${copy.statuses[payment.status]}</p>
<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}
<div class="total"><dt>${names.total}</dt><dd>${copy.won(payment.totalAmount)}</dd></div></dl></main>`,
  )
}

/** Fills in a chosen card, groups digits during input, and prevents double submission. */
export const script = `
const form = document.querySelector('form')
const number = document.getElementById('card_number'), expiry = document.getElementById('expiry')
const digits = (text) => text.replace(/\\D/g, '')
const groupDigits = (text) => digits(text).slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ')
function keepCaret(input, format) {
  const before = digits(input.value.slice(0, input.selectionStart)).length
  input.value = format(input.value)
  let at = 0
  for (let seen = 0; seen < before && at < input.value.length; at++) if (/\\d/.test(input.value[at])) seen++
  input.setSelectionRange(at, at)
}
number.addEventListener('input', () => {
  keepCaret(number, groupDigits)
  const chosen = form.querySelector('[name=test_card]:checked')
  if (chosen && chosen.dataset.number !== digits(number.value)) chosen.checked = false
})
expiry.addEventListener('input', (event) => {
  if (event.inputType && event.inputType.startsWith('delete')) return
  keepCaret(expiry, (text) => digits(text).slice(0, 4).replace(/^(..)(?=.)/, '$1/'))
})
form.addEventListener('change', (event) => {
  const chosen = event.target.closest('[name=test_card]')
  if (!chosen) return
  number.value = groupDigits(chosen.dataset.number)
  expiry.value = form.dataset.expiry
  for (const input of [number, expiry]) {
    input.removeAttribute('aria-invalid')
    input.parentElement.querySelector('.fault')?.remove()
  }
})
let isSubmitted = false
form.addEventListener('submit', (event) => {
  if (isSubmitted) return event.preventDefault()
  isSubmitted = true
  form.setAttribute('aria-busy', 'true')
  if (event.submitter.value === 'go') event.submitter.textContent = form.dataset.busy
})
// Restored from the back-forward cache: reload, so that the form can be submitted again.
addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
const wrong = form.querySelector('[aria-invalid]')
if (wrong) wrong.focus()
for (const input of [number]) input.value = groupDigits(input.value)
`

/** Light and plain, so that the window is not mistaken for a page of the shop. */
export const styles = `:root{color-scheme:light;--background:#eef1f6;--paper:#fff;--ink:#161b26;--ink2:#49536a;--line:#d9dfe9;--edge:#7d879b;--blue:#2450c8;--blue-deep:#1b3f9f;--wash:#eaf0ff;--red:#b3261e;--red-wash:#fdeceb;--green:#18794e;--amber:#8a5a00}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);font:16px/1.6 'Pretendard Variable','Pretendard','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',system-ui,sans-serif;word-break:keep-all;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
h1,h2,p,dl,dd,fieldset{margin:0;padding:0}
header{background:var(--paper);border-bottom:1px solid var(--line)}
.brand,main{max-width:62rem;margin-inline:auto;padding-inline:1.25rem}
.brand{display:flex;align-items:center;gap:.5rem;height:3.5rem;font-weight:700;letter-spacing:-.01em}
.brand svg{width:1.5rem;fill:none;stroke:var(--blue);stroke-width:2;stroke-linecap:round}
.notice{font-size:.875rem;color:var(--amber);font-weight:600}
main{padding-block:1.25rem 2rem}
.notice{margin-bottom:.25rem}
h1{font-size:1.625rem;line-height:1.3;letter-spacing:-.025em}
h2,legend{font-size:1.0625rem;font-weight:700;letter-spacing:-.015em}
legend{padding:0;float:left;width:100%}
legend+*{clear:both}
section,.chooser,.receipt dl{background:var(--paper);border:1px solid var(--line);border-radius:1rem;padding:1.25rem}
form{display:grid;gap:1rem;margin-top:1rem}
.with{display:grid;gap:1rem;align-content:start}
.about{font-size:.875rem;color:var(--ink2);padding-top:.25rem}
dl>div{display:flex;justify-content:space-between;gap:1.25rem;padding-block:.5rem;font-size:.9375rem}
dt{color:var(--ink2);flex:none}dd{text-align:right;font-variant-numeric:tabular-nums}
.order dl{margin-top:.5rem}
.total{border-top:1px solid var(--line);margin-top:.5rem;padding-top:.875rem!important;align-items:baseline}
.total dt{color:var(--ink);font-weight:700}
.total dd{font-size:1.5rem;font-weight:800;letter-spacing:-.02em;line-height:1.2}
.chooser{min-width:0}
.choices{display:grid;gap:.5rem;margin-top:.75rem}
.choice{position:relative;display:block;cursor:pointer}
.choice input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.choice span{display:flex;flex-direction:column;justify-content:center;height:100%;min-height:3.5rem;padding:.5rem .875rem .5rem 2.625rem;border:1px solid var(--line);border-radius:.75rem;background:var(--paper)}
.choice span::before{content:'';position:absolute;left:.875rem;top:50%;width:1.125rem;height:1.125rem;margin-top:-.5625rem;border:2px solid var(--edge);border-radius:50%;background:var(--paper)}
.choice:hover span{border-color:var(--edge)}
.choice input:checked+span{border-color:var(--blue);background:var(--wash);box-shadow:inset 0 0 0 1px var(--blue)}
.choice input:checked+span::before{border:.375rem solid var(--blue)}
.choice b{font-weight:650;font-size:.9375rem;line-height:1.4}
.choice small{font-size:.8125rem;font-weight:400;color:var(--ink2);line-height:1.4}
.choice code{font:.75rem/1.5 ui-monospace,'SF Mono',Menlo,Consolas,monospace;overflow-wrap:anywhere}
details{border-top:1px solid var(--line);margin-top:.75rem}
details+details{margin-top:0}
details[open]{padding-bottom:.75rem}
details:last-child{margin-bottom:-.75rem}
summary{display:flex;align-items:center;gap:.5rem;min-height:3rem;cursor:pointer;font-size:.9375rem;font-weight:600;list-style:none;border-radius:.5rem}
summary::-webkit-details-marker{display:none}
summary::after{content:'';width:.5rem;height:.5rem;margin:0 .375rem .25rem auto;border:solid var(--ink2);border-width:0 2px 2px 0;transform:rotate(45deg)}
details[open] summary::after{transform:rotate(225deg);margin-bottom:-.25rem}
details .choices{margin-top:0}
.count{font-size:.8125rem;font-weight:600;color:var(--ink2);font-variant-numeric:tabular-nums}
.fields{display:grid;gap:1rem;margin-top:.75rem}
label{font-size:.875rem;font-weight:600}
.field label{display:block;margin-bottom:.375rem}
.field input{display:block;width:100%;height:3.25rem;padding:0 1rem;border:1px solid var(--edge);border-radius:.75rem;background:var(--paper);color:var(--ink);font:inherit;font-size:1.0625rem;font-variant-numeric:tabular-nums;letter-spacing:.02em}
.field input::placeholder{color:#69738a}
.field input[aria-invalid]{border-color:var(--red);background:var(--red-wash)}
.hint,.fault{font-size:.8125rem;padding-top:.375rem}
.hint{color:var(--ink2)}.fault{color:var(--red);font-weight:600}
.fault~.hint,.hint:has(~.fault){display:none}
.actions{display:grid;gap:.5rem}
button{font:inherit;cursor:pointer;border-radius:.75rem;min-height:2.75rem;border:0}
.go{min-height:3.5rem;background:var(--blue);color:#fff;font-weight:700;font-size:1.0625rem;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.go:hover{background:var(--blue-deep)}
.close{background:none;color:var(--ink2);font-size:.9375rem;text-decoration:underline;text-underline-offset:.25em;text-decoration-color:var(--edge)}
.close:hover{color:var(--ink)}
[aria-busy] button{pointer-events:none}
[aria-busy] .go{background:var(--ink2)}
:is(button,input,summary,a):focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.choice input:focus-visible+span{outline:3px solid var(--blue);outline-offset:2px}
.closed,.receipt{max-width:32rem}
.closed{padding-block:4rem;text-align:center}.closed p{margin-top:.75rem;color:var(--ink2)}
.receipt dl{margin-top:1rem}.receipt .status{margin-top:.25rem;color:var(--ink2)}
@media (max-width:51.99rem){
html{scroll-padding-bottom:9rem}
.actions{position:sticky;bottom:0;margin:0 -1.25rem -2rem;padding:.75rem 1.25rem calc(.5rem + env(safe-area-inset-bottom));background:var(--paper);border-top:1px solid var(--line);gap:0}
}
@media (min-width:40rem){
.choices{grid-template-columns:1fr 1fr}
.choices.good{grid-template-columns:repeat(3,1fr)}
.fields{grid-template-columns:1fr 10rem}
}
@media (min-width:52rem){
main{padding-block:1.75rem 4rem}
h1{font-size:2rem}
form{grid-template-columns:minmax(0,1fr) 22rem;grid-template-rows:auto 1fr;gap:1rem 1.5rem;margin-top:1.25rem;align-items:start}
.with{grid-column:1;grid-row:1/3}
.order{grid-column:2;grid-row:1}
.actions{grid-column:2;grid-row:2}
section,.chooser{padding:1.5rem}
}
@media (prefers-reduced-motion:no-preference){.choice span,.go{transition:background-color .14s,border-color .14s}}
@media print{.brand,.notice{color:#000}body{background:#fff}}
`

/**
 * The browser SDK: the part of Toss Payments' standard script (version 2) that opens a window in the same page:
 * `TossPayments(clientKey).payment({ customerKey })`, then `requestPayment` or `requestBillingAuth`. Invalid arguments
 * reject the promise with a `code`, as in the real SDK.
 */
export const sdkScript = (client_key: string): string => `(() => {
const { origin } = new URL(document.currentScript.src)
const reject = (code, message) => Promise.reject(Object.assign(new Error(message), { code }))
function open(path, clientKey, options, query) {
  if (clientKey !== ${JSON.stringify(client_key)}) return reject('INVALID_CLIENT_KEY', '잘못된 클라이언트 연동 정보입니다.')
  if (options.method !== 'CARD') return reject('NOT_SUPPORTED_METHOD', '지원되지 않는 결제 수단입니다.')
  if (options.windowTarget !== 'self') return reject('NOT_SUPPORTED_WINDOW', '연습 결제창은 이 화면 자리에서만 열려요.')
  const missing = Object.entries(query).find(([, value]) => value === undefined || value === '')
  if (missing) return reject('INVALID_PARAMETERS', missing[0])
  location.assign(origin + path + '?' + new URLSearchParams(query))
  // Never resolves: the page is being replaced.
  return new Promise(() => {})
}
window.TossPayments = (clientKey) => ({
  payment: ({ customerKey }) => ({
    requestPayment(options) {
      const { orderId, orderName, amount, successUrl, failUrl } = options
      if (amount?.currency !== 'KRW') return reject('INVALID_CURRENCY', '잘못된 통화 값입니다.')
      const query = { orderId, amount: amount.value, orderName, customerKey, successUrl, failUrl }
      return open('/window/pay', clientKey, options, query)
    },
    requestBillingAuth(options) {
      const { successUrl, failUrl } = options
      return open('/window/card', clientKey, options, { customerKey, successUrl, failUrl })
    },
  }),
})
})()
`
