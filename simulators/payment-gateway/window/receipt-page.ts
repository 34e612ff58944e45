import { escapeHtml } from '#server/shared/escape-html.ts'
import type { TossPayment } from '../store.ts'
import { header, page } from './window-page.ts'
import { windowCopy as copy } from './window.copy.ts'

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
