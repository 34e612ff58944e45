import { particularsOf } from '#web/lib/particulars.ko.ts'
import { settingsMessages as messages, type SettingName } from './messages.ko.ts'

/** The values of the form; a cleared field has none. */
type Values = { [Name in SettingName]?: string | null | undefined }

/** The footer of pages and a mail with the values that are being edited. */
export function SettingsPreview({ values }: { values: Values }) {
  const { company_name, address, email, phone, support_hours, mail_footer } = values
  const name = values.name ?? ''
  const accent = /^#[\da-f]{6}$/i.test(values.accent_color ?? '') ? values.accent_color : null
  const card = 'mt-2 panel p-4 text-xs text-foreground-subtle'
  return (
    <section aria-label={messages.preview} className="min-w-0 lg:sticky lg:top-24 lg:self-start">
      <h2 className="text-sm font-semibold text-foreground-muted">{messages.preview}</h2>
      <h3 className="mt-4 text-sm">{messages.preview_footer}</h3>
      <div className={card}>
        <p className="text-base font-extrabold text-foreground">{name}</p>
        <dl className="mt-2 space-y-1">
          {particularsOf(values).map(([label, value]) => (
            <div key={label} className="flex gap-2">
              <dt className="shrink-0">{label}</dt>
              <dd className="min-w-0 text-foreground-muted wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 wrap-anywhere">{[email, phone].filter(Boolean).join(' · ')}</p>
        <p>{support_hours}</p>
      </div>
      <h3 className="mt-5 text-sm">{messages.preview_mail}</h3>
      <div className={card}>
        <p className="text-base font-extrabold text-foreground">{name}</p>
        <p className="mt-2 text-sm font-bold text-foreground">{messages.preview_mail_text}</p>
        <span
          className={`mt-3 inline-block rounded-control px-4 py-2 font-bold ${accent ? 'text-shade' : 'bg-accent text-on-accent'}`}
          {...(accent && { style: { backgroundColor: accent } })}
        >
          {messages.preview_button}
        </span>
        <p className="mt-3">{messages.sent_by(name)}</p>
        <p className="wrap-anywhere">{[company_name, address].filter(Boolean).join(' · ')}</p>
        <p className="wrap-anywhere">{mail_footer}</p>
      </div>
    </section>
  )
}
