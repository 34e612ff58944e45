import { escapeHtml } from '#server/shared/escape-html.ts'
import { testCards } from '../test-cards.ts'
import { script } from './window-script.ts'
import { styles } from './window-style.ts'
import { windowCopy as words } from './window.copy.ts'
import { createHash } from 'node:crypto'

export type InputError = 'missing' | 'wrong' | 'over'
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
