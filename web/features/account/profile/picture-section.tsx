import type { User } from '#contract/accounts/accounts.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { profileCopy } from './messages.ko.ts'
import { auth } from '#web/session/auth-store.ts'
import { call, request } from '#web/api/client.ts'
import { wordsOf } from '#web/api/error-message.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormError } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { pictureFault } from './profile-values.ts'
import { Section } from './profile-section.tsx'

const words = profileCopy.picture
const { setProfileImage: changePicture, removeProfileImage: removePicture } =
  viewerEndpoints.accounts

type Chosen = { file: File; url: string }

/** A picture is chosen or dropped, looked at, and only then sent. */
export function PictureSection({ user }: { user: User }) {
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
    const fault = pictureFault(file, changePicture.file)
    setError(fault)
    setChosen(fault === undefined ? { file, url: URL.createObjectURL(file) } : undefined)
  }

  async function change(work: () => Promise<User>, done: string) {
    setBusy(true)
    setError(undefined)
    try {
      auth.update(await work())
      setChosen(undefined)
      toasts.show(done, 'good')
      choose.current?.focus()
    } catch (reason) {
      setError(wordsOf(reason))
    } finally {
      setBusy(false)
    }
  }

  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault()
    setOver(inside)
  }
  return (
    <Section title={words.title} detail={words.detail}>
      <div
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files[0])
        }}
        className={`flex flex-wrap items-center gap-5 rounded-2xl p-4 inset-ring transition-colors duration-(--quick) ${over ? 'bg-gam-wash inset-ring-2 inset-ring-gam' : 'bg-surface inset-ring-line'}`}
      >
        {chosen ? (
          <img
            src={chosen.url}
            alt={words.preview}
            className="size-28 rounded-xl bg-surface-2 object-cover"
            onError={() => {
              setChosen(undefined)
              setError(words.unreadable)
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
                      () => request(changePicture, {}, { file: chosen.file }),
                      words.changed,
                    )
                  }
                >
                  {words.upload}
                </Button>
                <Button disabled={busy} onClick={() => setChosen(undefined)}>
                  {profileCopy.cancel}
                </Button>
              </>
            ) : (
              <>
                <Button ref={choose} disabled={busy} onClick={() => input.current?.click()}>
                  {words.choose}
                </Button>
                {user.profile_image && (
                  <Button
                    look="quiet"
                    busy={busy}
                    onClick={() => void change(() => call(removePicture, {}), words.removed)}
                  >
                    {words.remove}
                  </Button>
                )}
              </>
            )}
          </div>
          <p className="mt-2 text-xs text-paper-3" role="status">
            {over ? words.drop : chosen?.file.name}
          </p>
        </div>
      </div>
      <FormError className="mt-3">{error}</FormError>
    </Section>
  )
}
