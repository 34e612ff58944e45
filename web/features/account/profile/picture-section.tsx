import type { User } from '#contract/accounts/accounts.ts'
import * as accounts from '#web/api/endpoints/accounts.generated.ts'
import { profileMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { call, apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { profilePictureError } from './profile-values.ts'
import { ProfileSection } from './profile-section.tsx'

const messages = profileMessages.picture
const { setProfileImage: changePicture, removeProfileImage: removePicture } = accounts

type Chosen = { file: File; url: string }

/** A picture is chosen or dropped, looked at, and only then sent. */
export function ProfilePictureSection({ user }: { user: User }) {
  const [chosen, setChosen] = useState<Chosen>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (chosen) return () => URL.revokeObjectURL(chosen.url)
  }, [chosen])

  function take(file: File | undefined) {
    if (!file) return
    const fault = profilePictureError(file, changePicture.file)
    setError(fault)
    setChosen(fault === undefined ? { file, url: URL.createObjectURL(file) } : undefined)
  }

  async function change(work: () => Promise<User>, done: string) {
    setBusy(true)
    setError(undefined)
    try {
      authStore.update(await work())
      setChosen(undefined)
      toasts.show(done, 'good')
      choose.current?.focus()
    } catch (reason) {
      setError(errorMessage(reason))
    } finally {
      setBusy(false)
    }
  }

  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault()
    setOver(inside)
  }
  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <div
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files[0])
        }}
        className={`flex flex-wrap items-center gap-5 rounded-2xl p-4 inset-ring transition-colors duration-(--duration-fast) ${over ? 'bg-accent-subtle inset-ring-2 inset-ring-accent' : 'bg-surface inset-ring-border'}`}
      >
        {chosen ? (
          <img
            src={chosen.url}
            alt={messages.preview}
            className="size-28 rounded-xl bg-surface-raised object-cover"
            onError={() => {
              setChosen(undefined)
              setError(messages.unreadable)
            }}
          />
        ) : (
          <Avatar name={user.username} image={user.profile_image} size="lg" />
        )}
        <div className="min-w-0 flex-1 basis-52">
          <input
            ref={input}
            hidden
            type="file"
            accept={changePicture.file.types.join(',')}
            onChange={(event) => {
              take(event.target.files?.[0])
              // The same file may be chosen again after it was refused.
              event.target.value = ''
            }}
          />
          <div className="flex flex-wrap gap-2.5">
            {chosen ? (
              <>
                <Button
                  look="primary"
                  busy={busy}
                  onClick={() =>
                    void change(
                      () => apiRequest(changePicture, {}, { file: chosen.file }),
                      messages.changed,
                    )
                  }
                >
                  {messages.upload}
                </Button>
                <Button disabled={busy} onClick={() => setChosen(undefined)}>
                  {profileMessages.cancel}
                </Button>
              </>
            ) : (
              <>
                <Button ref={choose} disabled={busy} onClick={() => input.current?.click()}>
                  {messages.choose}
                </Button>
                {user.profile_image && (
                  <Button
                    look="quiet"
                    busy={busy}
                    onClick={() => void change(() => call(removePicture, {}), messages.removed)}
                  >
                    {messages.remove}
                  </Button>
                )}
              </>
            )}
          </div>
          <p className="mt-2 text-xs text-foreground-subtle" role="status">
            {over ? messages.drop : chosen?.file.name}
          </p>
        </div>
      </div>
      <FormAlert className="mt-3">{error}</FormAlert>
    </ProfileSection>
  )
}
