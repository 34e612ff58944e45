import { consentMessages } from './messages.ko.ts'
import { termsPath } from '#web/routing/account-paths.ts'
import { useId } from 'react'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'

/** Consents of a purchase, with the field names of the API. */
export type PurchaseConsent = { precautions_agreed: boolean; privacy_agreed: boolean }

export const noConsent: PurchaseConsent = { precautions_agreed: false, privacy_agreed: false }

export const hasAllConsents = (consent: PurchaseConsent) =>
  consent.precautions_agreed && consent.privacy_agreed

const consents = [
  {
    name: 'precautions_agreed',
    label: consentMessages.precautions,
    terms: 'paid-service',
    linkLabel: consentMessages.precautions_terms,
  },
  {
    name: 'privacy_agreed',
    label: consentMessages.privacy,
    terms: 'privacy',
    linkLabel: consentMessages.privacy_terms,
  },
] as const

/** @param showErrors marks missing consents. */
export function PurchaseConsents({
  value: consent,
  isByPoints = false,
  showErrors,
  onChange,
}: {
  value: PurchaseConsent
  isByPoints?: boolean
  showErrors: boolean
  onChange: (consent: PurchaseConsent) => void
}) {
  const id = useId()
  return (
    <fieldset aria-label={consentMessages.title}>
      <Checkbox
        checked={hasAllConsents(consent)}
        onChange={({ target: { checked } }) =>
          onChange({ precautions_agreed: checked, privacy_agreed: checked })
        }
        label={<span className="text-sm font-semibold text-foreground">{consentMessages.all}</span>}
      />
      {consents.map(({ name, label, terms, linkLabel }) => {
        const isMissing = showErrors && !consent[name]
        return (
          <div key={name} className="mt-2 flex items-start justify-between gap-3">
            <Checkbox
              name={name}
              checked={consent[name]}
              required
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? id : undefined}
              onChange={(event) => onChange({ ...consent, [name]: event.target.checked })}
              label={
                <span className={`text-sm ${isMissing ? 'text-danger' : 'text-foreground'}`}>
                  {isByPoints && name === 'privacy_agreed' ? consentMessages.privacy_points : label}
                </span>
              }
            />
            <TextLink
              to={termsPath(terms)}
              target="_blank"
              aria-label={linkLabel}
              tone="subtle"
              className="shrink-0 text-xs"
            >
              {consentMessages.see_terms}
            </TextLink>
          </div>
        )
      })}
      <p id={id} role="alert" className="text-xs text-danger empty:hidden">
        {showErrors && !hasAllConsents(consent) ? consentMessages.missing : null}
      </p>
    </fieldset>
  )
}
