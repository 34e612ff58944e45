import type { Profile } from '#contract/accounts/profile-fields.ts'
import { removeProfilePicture, setProfilePicture } from '#web/api/endpoints/profiles.generated.ts'
import { apiRequest } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { ProfileSection } from '#web/features/account/profile/profile-section.tsx'
import { profilePictureError } from '#web/features/account/profile/profile-values.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useRef, useState } from 'react'
import { profilesMessages } from '../messages.ko.ts'
import { ProfileAvatar } from '../profile-avatar.tsx'

const messages = profilesMessages.picture

/** A picture instead of the drawn avatar. The server crops it. */
export function PictureSection({
  profile,
  onChanged,
}: {
  profile: Profile
  onChanged: () => Promise<void>
}) {
  const input = useRef<HTMLInputElement>(null)
  const [fileError, setFileError] = useState<string>()
  const params = { id: profile.id }
  const change = useApiMutation(
    (file: File | null) =>
      file
        ? apiRequest(setProfilePicture, { params }, { file })
        : apiRequest(removeProfilePicture, { params }),
    {
      errors: 'inline',
      toast: (_, file) => (file ? messages.changed : messages.removed),
      onSuccess: onChanged,
    },
  )

  function select(file: File | undefined) {
    if (!file) return
    const invalid = profilePictureError(file, setProfilePicture.file)
    setFileError(invalid)
    if (invalid === undefined) change.submit(file)
  }

  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <div className="flex flex-wrap items-center gap-5">
        <ProfileAvatar profile={profile} size="lg" />
        <input
          ref={input}
          hidden
          type="file"
          accept={setProfilePicture.file.types.join(',')}
          onChange={(event) => {
            select(event.target.files?.[0])
            // Allows selecting the same file again.
            event.target.value = ''
          }}
        />
        <div className="flex flex-wrap gap-2.5">
          <Button busy={change.isPending} onClick={() => input.current?.click()}>
            {messages.choose}
          </Button>
          {profile.picture_url && (
            <Button variant="ghost" busy={change.isPending} onClick={() => change.submit(null)}>
              {messages.remove}
            </Button>
          )}
        </div>
      </div>
      <FormAlert className="mt-3">{fileError ?? change.formError}</FormAlert>
    </ProfileSection>
  )
}
