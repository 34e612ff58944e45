import type { Profile } from '#contract/accounts/profile-fields.ts'
import { createTransferCode } from '#web/api/endpoints/profiles.generated.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { ProfileSection } from '#web/features/account/profile/profile-section.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { profilesMessages } from '../messages.ko.ts'

const messages = profilesMessages.transfer

/** The code that takes history and likes of a profile to another account. */
export function TransferSection({ profile }: { profile: Profile }) {
  const creation = useApiMutation(createTransferCode)
  const code = creation.response
  const copy = () =>
    navigator.clipboard.writeText(code?.code ?? '').then(
      () => toasts.show(messages.copied, 'success'),
      () => toasts.show(messages.copy_failed, 'danger'),
    )
  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <div role="status" className="empty:hidden">
        {code && (
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-surface px-5 py-4 inset-ring inset-ring-border">
            <p className="min-w-0">
              <span className="sr-only">{messages.code} </span>
              <span className="block font-mono text-xl font-bold break-all select-all">
                {code.code}
              </span>
              <span className="text-sm text-foreground-subtle">
                {messages.expires(code.expires_at)}
              </span>
            </p>
            <Button onClick={() => void copy()}>{messages.copy}</Button>
          </div>
        )}
      </div>
      <Button
        busy={creation.isPending}
        onClick={() => creation.submit({ params: { id: profile.id } })}
      >
        {code ? messages.again : messages.create}
      </Button>
    </ProfileSection>
  )
}
