import { consentMessages } from './messages.ko.ts'
import { termsPath } from '#web/routing/paths.ts'
import { useId } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'

/** Both consents that a purchase needs (D-52), as the wire names them. */
export type PurchaseConsent = { precautions_agreed: boolean; privacy_agreed: boolean }

/** Nothing is ticked beforehand. */
export const noConsent: PurchaseConsent = { precautions_agreed: false, privacy_agreed: false }

export const hasAllConsents = (agreed: PurchaseConsent) =>
  agreed.precautions_agreed && agreed.privacy_agreed

const consents = [
  {
    name: 'precautions_agreed',
    label: consentMessages.precautions,
    terms: 'paid-service',
    read: consentMessages.precautions_terms,
  },
  {
    name: 'privacy_agreed',
    label: consentMessages.privacy,
    terms: 'privacy',
    read: consentMessages.privacy_terms,
  },
] as const

/** @param wanted whether it was tried without: what is missing is said at its box. */
export function PurchaseConsents({
  agreed,
  wanted,
  onChange,
}: {
  agreed: PurchaseConsent
  wanted: boolean
  onChange: (agreed: PurchaseConsent) => void
}) {
  const id = useId()
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-foreground">{consentMessages.title}</legend>
      {consents.map(({ name, label, terms, read }) => {
        const isMissing = wanted && !agreed[name]
        return (
          <div key={name} className="mt-1">
            <Checkbox
              name={name}
              checked={agreed[name]}
              required
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? id : undefined}
              onChange={(event) => onChange({ ...agreed, [name]: event.target.checked })}
              label={
                <span className={`text-sm ${isMissing ? 'text-danger' : 'text-foreground'}`}>
                  {label}
                </span>
              }
            />
            <Link
              to={termsPath(terms)}
              target="_blank"
              className="-mt-1 ml-9 inline-flex min-h-11 items-center text-xs text-foreground-subtle underline decoration-border-strong underline-offset-4 hover:text-foreground"
            >
              {read}
            </Link>
          </div>
        )
      })}
      <p id={id} role="alert" className="text-xs text-danger empty:hidden">
        {wanted && !hasAllConsents(agreed) ? consentMessages.missing : null}
      </p>
    </fieldset>
  )
}
