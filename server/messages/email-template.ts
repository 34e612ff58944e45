import { escapeHtml } from '#server/shared/escape-html.ts'
import { emailFrameCopy } from './email-template.copy.ts'
import type { EmailMessage } from './queue-message.ts'
import { accentColor, companyLines, serviceName } from './service-placeholders.ts'
import {
  parseBlocks,
  type TextBlock,
  type TextSpan,
} from '#contract/customer-services/rich-text.ts'

/** Brand colours in hex, for e-mail clients without CSS variables. */
const ink = '#0a0d13'
const surface = '#13161e'
const raised = '#1c202a'
const line = '#282d38'
const paper = '#f8f5f1'
const paper2 = '#bfc3ca'
const paper3 = '#969ba6'
const onGam = '#210e06'

const fonts = `'Pretendard','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif`

/** Returns the inline style of a text; size and height in px. */
function font(size: number, height: number, colour: string, weight = 400): string {
  return `font-family:${fonts};font-size:${size}px;line-height:${height}px;color:${colour};font-weight:${weight}`
}

type Button = { label: string; url: string }
type Caution = { title: string; text: string; button?: Button }

/** Parts of an e-mail in reading order, as plain text; escaped by `renderEmail`. */
export type EmailContent = {
  subject: string
  /** Preview text beside the subject in a mailbox. */
  preheader: string
  title: string
  paragraphs: readonly string[]
  /** Rich text (contract/customer-services/rich-text.ts) after the paragraphs. */
  body?: string
  /** A code to type in elsewhere. */
  code?: string
  /** Details of the event, such as time and device: label and value. */
  facts?: readonly (readonly [label: string, value: string])[]
  button?: Button
  /** Instructions if the recipient did not cause the event. */
  caution?: Caution
  /** The reason for receiving this e-mail. */
  footer: string
  /** How to reach the sender. */
  contact?: string
  /** Withdraws the consent to receive such mail. */
  unsubscribe?: Button
}

/**
 * Renders an e-mail as HTML and as equivalent text.
 *
 * Clients need HTML of twenty years ago: tables, attributes and inline styles, at most 600 px, no external images.
 * Every cell carries its dark colours, so that they survive a client that drops style sheets.
 */
export function renderEmail(content: EmailContent): EmailMessage {
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) }
}

/** Facts of an e-mail, and text whose button has a label only. */
export type EmailFacts = NonNullable<EmailContent['facts']>
export type CopyWithButton = Omit<EmailContent, 'button' | 'facts'> & { button: string }

/** Renders an e-mail whose button opens `url`. */
export function renderEmailWithButton(
  { button: label, ...copy }: CopyWithButton,
  url: string,
  facts: EmailFacts = [],
): EmailMessage {
  return renderEmail({ ...copy, ...(facts.length > 0 && { facts }), button: { label, url } })
}

function textOf(content: EmailContent): string {
  const { code, button, facts, caution, body, contact, unsubscribe } = content
  const footer = [content.footer, emailFrameCopy.sent_by + companyLines, contact]
  const blocks = [
    serviceName,
    content.title,
    ...content.paragraphs,
    body && richTextPlain(body),
    code && `${emailFrameCopy.code}: ${code}`,
    facts?.map(([label, value]) => `${label}: ${value}`).join('\n'),
    button && buttonText(button),
    caution && `${caution.title}\n${caution.text}`,
    caution?.button && buttonText(caution.button),
    `--\n${footer.filter(Boolean).join('\n')}`,
    unsubscribe && buttonText(unsubscribe),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const buttonText = ({ label, url }: Button) => `${label}:\n${url}`

function htmlOf(content: EmailContent): string {
  const { code, button, facts, caution, body, contact, unsubscribe } = content
  const rows = [
    row(
      `<h1 style="${font(22, 31, paper, 700)};letter-spacing:-0.02em;margin:0">${escapeHtml(content.title)}</h1>`,
      '36px 32px 0',
    ),
    ...content.paragraphs.map((text) =>
      row(`<p style="${font(15, 25, paper2)};margin:0">${escapeHtml(text)}</p>`, '14px 32px 0'),
    ),
    ...(body ? richTextHtml(body).map((block) => row(block, '14px 32px 0')) : []),
    code && row(codeBox(code), '24px 32px 0'),
    facts && row(factTable(facts), '22px 32px 0'),
    button && row(buttonBox(button), '26px 32px 0'),
    caution && row(cautionBox(caution), '26px 32px 0'),
  ]
  return `<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark"><meta name="supported-color-schemes" content="dark">
<meta name="format-detection" content="telephone=no, date=no, address=no"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:0;background:${ink};word-break:keep-all;overflow-wrap:anywhere" bgcolor="${ink}">
<div style="display:none;max-height:0;overflow:hidden;color:${ink};font-size:1px;line-height:1px">${escapeHtml(content.preheader)}${previewPadding}</div>
<table ${table} bgcolor="${ink}" style="background:${ink}"><tr><td align="center" style="padding:32px 12px 40px">
<table ${table} style="max-width:600px">
<tr><td style="padding:0 8px 18px">${brandMark}</td></tr>
<tr><td bgcolor="${surface}" style="background:${surface};border:1px solid ${line};border-radius:16px;padding:0 0 36px">
<table ${table}>${rows.filter(Boolean).join('')}</table>
</td></tr>
<tr><td style="padding:22px 8px 0"><p style="${font(12, 19, paper3)};margin:0">${escapeHtml(content.footer)}<br>${emailFrameCopy.sent_by}${companyLines}${contact ? `<br>${escapeHtml(contact)}` : ''}</p>${unsubscribe ? footerLink(unsubscribe) : ''}</td></tr>
</table></td></tr></table></body></html>`
}

const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** Pads the preview after the preheader, so that clients do not show the body there. */
const previewPadding = '&#847;&zwnj;&nbsp;'.repeat(60)

const brandMark = `<span style="${font(22, 28, paper, 800)};letter-spacing:-0.04em">${serviceName}</span><span style="${font(22, 28, accentColor, 800)}">.</span>`

const row = (inner: string, padding: string) =>
  `<tr><td style="padding:${padding}">${inner}</td></tr>`

function codeBox(code: string): string {
  // The extra left padding balances the letter-spacing after the last digit.
  return `<table ${table}><tr><td align="center" bgcolor="${raised}" style="background:${raised};border-radius:12px;padding:22px 8px 22px 16px"><span style="font-family:'SF Mono',Menlo,Consolas,monospace;font-size:34px;line-height:42px;font-weight:700;letter-spacing:8px;color:${accentColor};white-space:nowrap">${escapeHtml(code)}</span></td></tr></table>`
}

function buttonBox({ label, url }: Button): string {
  const href = escapeHtml(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="${accentColor}" style="background:${accentColor};border-radius:10px"><a href="${href}" style="${font(16, 24, onGam, 700)};display:inline-block;padding:13px 28px;text-decoration:none;border-radius:10px">${escapeHtml(label)}</a></td></tr></table>
<p style="${font(12, 19, paper3)};margin:16px 0 0">${emailFrameCopy.if_button_fails}<br><a href="${href}" style="color:${paper2};word-break:break-all">${href}</a></p>`
}

const footerLink = ({ label, url }: Button) =>
  `<p style="${font(13, 20, paper2)};margin:10px 0 0"><a href="${escapeHtml(url)}" style="color:${paper2};text-decoration:underline">${escapeHtml(label)}</a></p>`

function factTable(facts: EmailFacts): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td valign="top" width="72" style="${font(14, 22, paper3)};padding:5px 12px 5px 0">${escapeHtml(label)}</td><td valign="top" style="${font(14, 22, paper)};padding:5px 0">${escapeHtml(value)}</td></tr>`,
  )
  return `<table ${table} style="border-top:1px solid ${line}"><tr><td style="padding:9px 0 0"><table ${table}>${rows.join('')}</table></td></tr></table>`
}

function cautionBox({ title, text, button }: Caution): string {
  // Kept visually secondary to the main button.
  const buttonHtml = button
    ? `<p style="${font(14, 22, paper, 700)};margin:10px 0 0"><a href="${escapeHtml(button.url)}" style="color:${accentColor};text-decoration:underline">${escapeHtml(button.label)}</a></p>
<p style="${font(12, 19, paper3)};margin:2px 0 0;word-break:break-all">${escapeHtml(button.url)}</p>`
    : ''
  return `<table ${table}><tr><td bgcolor="${raised}" style="background:${raised};border-left:3px solid ${accentColor};border-radius:4px 10px 10px 4px;padding:14px 18px"><p style="${font(14, 22, paper, 700)};margin:0">${escapeHtml(title)}</p><p style="${font(14, 22, paper2)};margin:4px 0 0">${escapeHtml(text)}</p>${buttonHtml}</td></tr></table>`
}

/** Renders rich text (contract/customer-services/rich-text.ts) as one HTML element for each block. */
const richTextHtml = (source: string): string[] => parseBlocks(source).map(blockHtml)

/** Renders rich text as plain text, with the addresses of its links. */
const richTextPlain = (source: string): string => parseBlocks(source).map(blockText).join('\n\n')

function blockHtml(block: TextBlock): string {
  if (block.kind === 'heading') {
    const [size, height] = block.level === 2 ? [18, 27] : [16, 25]
    return `<h${block.level} style="${font(size, height, paper, 700)};margin:0">${spansHtml(block.pieces)}</h${block.level}>`
  }
  if (block.kind === 'paragraph')
    return `<p style="${font(15, 25, paper2)};margin:0">${spansHtml(block.pieces)}</p>`
  const items = block.items.map((item) => `<li style="margin:0 0 6px">${spansHtml(item)}</li>`)
  const style = `${font(15, 25, paper2)};margin:0;padding:0 0 0 22px`
  return block.is_ordered
    ? `<ol start="${block.first}" style="${style}">${items.join('')}</ol>`
    : `<ul style="${style}">${items.join('')}</ul>`
}

const spansHtml = (spans: readonly TextSpan[]) => spans.map(spanHtml).join('')

function spanHtml({ text, is_bold, href }: TextSpan): string {
  const escaped = escapeHtml(text).replaceAll('\n', '<br>')
  const weighted = is_bold ? `<strong style="color:${paper}">${escaped}</strong>` : escaped
  return href === null
    ? weighted
    : `<a href="${escapeHtml(href)}" style="color:${accentColor};text-decoration:underline">${weighted}</a>`
}

function blockText(block: TextBlock): string {
  if (block.kind !== 'list') return spansText(block.pieces)
  return block.items
    .map((item, index) => {
      const mark = block.is_ordered ? `${block.first + index}.` : '-'
      return `${mark} ${spansText(item)}`
    })
    .join('\n')
}

const spansText = (spans: readonly TextSpan[]) =>
  spans
    .map(({ text, href }) => (href === null || href === text ? text : `${text} (${href})`))
    .join('')
