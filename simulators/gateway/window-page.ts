import { testCards } from './cards.ts'
import { script } from './window-script.ts'
import { styles } from './window-style.ts'
import { windowWords as words } from './window.copy.ts'
import { createHash } from 'node:crypto'

export type Fault = 'missing' | 'wrong' | 'over'
export type Faults = { card_number?: Fault; expiry?: Fault }

type Shown = {
  form?: { card_number: string; expiry: string }
  faults?: Faults
} & (
  | {
      kind: 'pay'
      order: {
        orderId: string
        amount: number
        orderName: string
        customerName?: string | undefined
      }
    }
  | { kind: 'card' }
)

/** The window: what is paid for, a card, and the cards to practise with. It works without its script. */
export function windowPage(shown: Shown): string {
  const title = shown.kind === 'pay' ? words.pay_title : words.card_title
  const form = shown.form ?? { card_number: '', expiry: '' }
  const faults = shown.faults ?? {}
  const go = shown.kind === 'pay' ? words.pay(words.won(shown.order.amount)) : words.register
  return page(
    `${title} · ${words.brand}`,
    `<header><p class="brand">${words.brand}</p><p class="notice">${words.notice}</p></header>
<main><h1>${title}</h1>
<form method="post" novalidate data-busy="${words.busy}">
<div class="sheet">
<section class="order" aria-labelledby="order"><h2 id="order">${words.order}</h2>${summary(shown)}</section>
<section class="card" aria-labelledby="card"><h2 id="card">${words.method}</h2>
${field('card_number', words.card_number, form.card_number, faults.card_number, 'inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="0000 0000 0000 0000"')}
${field('expiry', words.expiry, form.expiry, faults.expiry, 'inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="MM/YY"', words.expiry_hint)}
<div class="actions"><button class="go" name="action" value="go">${go}</button>
<button class="close" name="action" value="close">${shown.kind === 'pay' ? words.close : words.close_card}</button></div>
</section></div>
${chooser()}
</form></main><script>${script}</script>`,
  )
}

/** For a window that was opened with something that does not hold. */
export function brokenPage(): string {
  return page(
    `${words.broken} · ${words.brand}`,
    `<header><p class="brand">${words.brand}</p></header>
<main class="broken"><h1>${words.broken}</h1><p>${words.broken_about}</p></main>`,
  )
}

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title>
<link rel="icon" href="data:,"><style>${styles}</style></head><body>${body}</body></html>`
}

/** What the window may do: run its own script. No `form-action`: it would stop the way back to the shop. */
export const windowPolicy = (): string =>
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
  const { orderId, amount, orderName, customerName } = shown.order
  const row = (name: string, value: string) =>
    `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`
  return `<dl>${row(words.item, orderName)}${customerName ? row(words.payer, customerName) : ''}
${row(words.order_number, orderId)}<div class="total"><dt>${words.amount}</dt><dd>${words.won(amount)}</dd></div></dl>`
}

function field(
  name: keyof Faults,
  label: string,
  value: string,
  fault: Fault | undefined,
  attributes: string,
  hint = '',
): string {
  const described = [fault ? `${name}-fault` : '', hint ? `${name}-hint` : '']
    .filter(Boolean)
    .join(' ')
  return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escape(value)}" required ${attributes}${fault ? ' aria-invalid="true"' : ''}${described ? ` aria-describedby="${described}"` : ''}>
${hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ''}${fault ? `<p class="fault" id="${name}-fault" role="alert">${words.faults[name][fault]}</p>` : ''}</div>`
}

const groups = { good: ['approve', 'delay', 'decline_later'], broken: ['lose_answer', 'fail'] }

function chooser(): string {
  const group = (name: keyof typeof words.groups, ids: readonly string[]) =>
    `<fieldset><legend>${words.groups[name]}</legend>${testCards
      .filter(({ id }) => ids.includes(id))
      .map(
        ({
          id,
          number,
        }) => `<label class="choice"><input type="radio" name="test_card" value="${id}" data-number="${number}">
<span><b>${words.cards[id]?.[0]}</b><small>${words.cards[id]?.[1]}</small></span></label>`,
      )
      .join('')}</fieldset>`
  const declined = testCards.map(({ id }) => id).filter((id) => /^[A-Z_]+$/.test(id))
  return `<section class="chooser" aria-labelledby="chooser"><h2 id="chooser">${words.chooser}</h2>
<p class="about">${words.chooser_about}</p>${group('good', groups.good)}${group('declined', declined)}${group('broken', groups.broken)}</section>`
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
