import { secondFactorMessages } from '#web/features/account/second-factor/messages.ko.ts'
import type { SecondFactor } from '#contract/accounts/second-factor.ts'
import { SecondFactorForms } from '#web/features/account/second-factor/second-factor-forms.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { ReactNode } from 'react'
import { AuthenticatorSetup } from './authenticator-setup.tsx'

const messages = secondFactorMessages

/** Requires the second factor before the studio opens, or enrols the first one. */
export function SecondFactorPage({
  factor,
  onVerified,
}: {
  factor: SecondFactor
  onVerified: () => Promise<void>
}) {
  if (!factor.has_authenticator && !factor.has_passkey)
    return (
      <SecondFactorLayout>
        <AuthenticatorSetup onDone={onVerified} />
      </SecondFactorLayout>
    )
  return (
    <SecondFactorLayout>
      <h1 className="text-2xl font-extrabold">{messages.title}</h1>
      <p className="mt-2 mb-7 text-base text-foreground-muted">{messages.detail}</p>
      <SecondFactorForms factor={factor} onVerified={onVerified} />
      <details className="group mt-6 text-sm text-foreground-subtle">
        <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 rounded-md hover:text-foreground [&::-webkit-details-marker]:hidden">
          {messages.lost}
          <Icon name="chevron_down" className="size-4 group-open:rotate-180" />
        </summary>
        <p className="pb-2 text-foreground-muted">{messages.lost_detail}</p>
      </details>
    </SecondFactorLayout>
  )
}

const SecondFactorLayout = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto max-w-md py-6 md:py-14">{children}</div>
)
