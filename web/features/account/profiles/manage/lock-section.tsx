import type { Profile } from '#contract/accounts/profile-fields.ts'
import { setProfilePin } from '#web/api/endpoints/profiles.generated.ts'
import { apiRequest } from '#web/api/client.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { ProfileSection } from '#web/features/account/profile/profile-section.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { profilesMessages } from '../messages.ko.ts'
import { PinChangeForm } from '../pin-dialog.tsx'

const messages = profilesMessages.lock

/** The PIN of a profile, changed by the account's password. */
export function LockSection({
  profile,
  onChanged,
}: {
  profile: Profile
  onChanged: () => Promise<void>
}) {
  async function open(kind: 'set' | 'remove') {
    const label = kind === 'remove' ? messages.remove : messages[profile.has_pin ? 'change' : 'set']
    const isDone = await dialogs.open<boolean>({ label }, (close) => (
      <ChangePin profile={profile} title={label} isRemoval={kind === 'remove'} close={close} />
    ))
    if (!isDone) return
    void onChanged()
    toasts.show(kind === 'remove' ? messages.removed : messages.set_done, 'success')
  }
  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-base font-semibold">{profile.has_pin ? messages.on : messages.off}</p>
        <div className="flex flex-wrap gap-2.5">
          <Button onClick={() => void open('set')}>
            {profile.has_pin ? messages.change : messages.set}
          </Button>
          {profile.has_pin && (
            <Button variant="ghost" onClick={() => void open('remove')}>
              {messages.remove}
            </Button>
          )}
        </div>
      </div>
    </ProfileSection>
  )
}

function ChangePin({
  profile,
  title,
  isRemoval,
  close,
}: {
  profile: Profile
  title: string
  isRemoval: boolean
  close: (isDone?: boolean) => void
}) {
  const save = useAsyncAction(async (password: string, pin: string | null) => {
    await apiRequest(setProfilePin, { params: { id: profile.id }, body: { password, pin } })
    close(true)
  })
  return (
    <PinChangeForm
      title={title}
      detail={isRemoval ? messages.remove_detail : profilesMessages.pin.reset_detail}
      submitLabel={title}
      isRemoval={isRemoval}
      save={save}
      close={() => close()}
    />
  )
}
