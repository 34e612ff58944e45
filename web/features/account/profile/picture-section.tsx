import { useFileInput } from '#web/ui/forms/use-file-input.ts'
import type { SelectedProfile } from '#contract/accounts/profile-fields.ts'
import { apiRequest } from '#web/api/client.ts'
import { removeProfilePicture, setProfilePicture } from '#web/api/endpoints/profiles.generated.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { ProfileAvatar } from '#web/features/account/profiles/profile-avatar.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { profileMessages } from './messages.ko.ts'
import { profilePictureError } from './profile-section.tsx'

const messages = profileMessages.picture

type SelectedPicture = { file: File; url: string }

/** Selects a picture by dialog or drop, previews it, then uploads it. The server crops it. */
export function Picture({
  profile,
  onChanged,
}: {
  profile: Pick<SelectedProfile, 'id' | 'avatar' | 'picture_url'>
  onChanged: () => Promise<void>
}) {
  const [selected, setSelected] = useState<SelectedPicture>()
  const [fileError, setFileError] = useState<string>()
  const fileInput = useFileInput(select)
  const selectButton = useRef<HTMLButtonElement>(null)
  const params = { id: profile.id }

  useEffect(() => {
    if (selected) return () => URL.revokeObjectURL(selected.url)
  }, [selected])

  function select(file: File) {
    const invalid = profilePictureError(file, setProfilePicture.file)
    setFileError(invalid)
    change.reset()
    setSelected(invalid === undefined ? { file, url: URL.createObjectURL(file) } : undefined)
  }

  const change = useApiMutation(
    (file: File | null) =>
      file
        ? apiRequest(setProfilePicture, { params }, { file })
        : apiRequest(removeProfilePicture, { params }),
    {
      errors: 'inline',
      toast: (_, file) => (file ? messages.changed : messages.removed),
      async onSuccess() {
        await onChanged()
        setSelected(undefined)
        selectButton.current?.focus()
      },
    },
  )

  return (
    <>
      <div
        {...fileInput.dropProps}
        className={`flex flex-wrap items-center gap-5 rounded-sheet p-4 inset-ring transition-colors duration-(--duration-fast) ${fileInput.isDraggedOver ? 'bg-accent-subtle inset-ring-2 inset-ring-accent' : 'bg-surface inset-ring-border'}`}
      >
        {selected ? (
          <img
            src={selected.url}
            alt={messages.preview}
            className="size-28 rounded-sheet bg-surface-raised object-cover"
            onError={() => {
              setSelected(undefined)
              setFileError(messages.unreadable)
            }}
          />
        ) : (
          <ProfileAvatar profile={profile} size="lg" />
        )}
        <div className="min-w-0 flex-1 basis-52">
          <input {...fileInput.inputProps} hidden accept={setProfilePicture.file.types.join(',')} />
          <div className="flex flex-wrap gap-2">
            {selected ? (
              <>
                <Button
                  variant="primary"
                  busy={change.isPending}
                  onClick={() => change.submit(selected.file)}
                >
                  {messages.upload}
                </Button>
                <Button aria-disabled={change.isPending} onClick={() => setSelected(undefined)}>
                  {profileMessages.cancel}
                </Button>
              </>
            ) : (
              <SelectButtons
                selectButton={selectButton}
                busy={change.isPending}
                onSelect={fileInput.open}
                onRemove={profile.picture_url ? () => change.submit(null) : undefined}
              />
            )}
          </div>
          <p className="mt-2 text-xs text-foreground-subtle" role="status">
            {fileInput.isDraggedOver ? messages.drop : selected?.file.name}
          </p>
        </div>
      </div>
      <FormAlert className="mt-3">{fileError ?? change.formError}</FormAlert>
    </>
  )
}

function SelectButtons({
  selectButton,
  busy,
  onSelect,
  onRemove,
}: {
  selectButton: RefObject<HTMLButtonElement | null>
  busy: boolean
  onSelect: () => void
  /** Undefined if there is no picture. */
  onRemove: (() => void) | undefined
}) {
  return (
    <>
      <Button ref={selectButton} aria-disabled={busy} onClick={onSelect}>
        {messages.choose}
      </Button>
      {onRemove && (
        <Button variant="ghost" busy={busy} onClick={onRemove}>
          {messages.remove}
        </Button>
      )}
    </>
  )
}
