import type { SecondFactor } from '#contract/accounts/second-factor.ts'
import { studioCopy } from './messages.ko.ts'
import { SecondFactorForms } from '#web/features/account/second-factor/second-factor-forms.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { ReactNode } from 'react'
import { AuthenticatorSetup } from './authenticator-setup.tsx'

const words = studioCopy.second_factor

/** Asks staff for the second factor before the studio opens, or enrols the first one. */
export function SecondFactorPage({
  factor,
  onProven,
}: {
  factor: SecondFactor
  onProven: () => Promise<void>
}) {
  if (!factor.has_authenticator && !factor.has_passkey)
    return (
      <Door>
        <AuthenticatorSetup onDone={onProven} />
      </Door>
    )
  return (
    <Door>
      <h1 className="text-2xl font-extrabold">{words.title}</h1>
      <p className="mt-2 mb-7 text-base text-paper-2">{words.detail}</p>
      <SecondFactorForms factor={factor} onProven={onProven} />
      <details className="group mt-6 text-sm text-paper-3">
        <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 rounded-md hover:text-paper [&::-webkit-details-marker]:hidden">
          {words.lost}
          <Icon name="down" className="size-4 group-open:rotate-180" />
        </summary>
        <p className="pb-2 text-paper-2">{words.lost_detail}</p>
      </details>
    </Door>
  )
}

const Door = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto max-w-md py-6 md:py-14">{children}</div>
)
