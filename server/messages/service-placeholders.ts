import { ServiceSettings } from '#contract/service/staff.ts'
import type { Db } from '#server/db/client.ts'
import { escapeHtml } from '#server/shared/escape-html.ts'

/** Stand in the texts of messages for the settings of the service, which are filled in when a message is queued. */
export const serviceName = '{{service}}'
export const accentColor = '{{accent}}'
/** The lines of the company, each after a line break of the text or of HTML; none without particulars. */
export const companyLines = '{{company}}'
/** `help@example.com · `, or nothing. */
export const supportAddress = '{{support}}'

const productAccent = '#ff9045'

/** Reads what messages show of the service. */
export async function readMessageSettings(db: Db): Promise<ServiceSettings> {
  const row = await db
    .selectFrom('service_settings')
    .select('settings')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ServiceSettings.parse(row?.settings ?? {})
}

/** Fills in the placeholders of a message. */
export function fillMessage<M extends { text: string } | { text: string; html: string }>(
  message: M,
  settings: ServiceSettings,
): M {
  const fillText = (text: string) => fill(text, settings, '\n', (value) => value)
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => {
      if (name === 'text' || name === 'subject') return [name, fillText(value as string)]
      if (name === 'html') return [name, fill(value as string, settings, '<br>', escapeHtml)]
      return [name, value]
    }),
  ) as M
}

function fill(
  text: string,
  settings: ServiceSettings,
  lineBreak: string,
  escape: (value: string) => string,
): string {
  const { name, company_name, address, email, mail_footer, accent_color } = settings
  const lines = [[company_name, address].filter(Boolean).join(' · '), mail_footer].filter(Boolean)
  // Functions, because a replacement text would interpret `$&`.
  return text
    .replaceAll(serviceName, () => escape(name))
    .replaceAll(accentColor, () => accent_color ?? productAccent)
    .replaceAll(companyLines, () => lines.map((line) => lineBreak + escape(line)).join(''))
    .replaceAll(supportAddress, () => escape(email && `${email} · `))
}
