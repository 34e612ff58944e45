import { avatarNames, profilesMessages } from '../messages.ko.ts'
import { ProfileAvatar } from '../profile-avatar.tsx'

const messages = profilesMessages.form

/** `drawn-01` … */
const avatarOf = (index: number) => `drawn-${String(index + 1).padStart(2, '0')}`

/** The drawn avatars as radio buttons. */
export function AvatarGrid({
  value,
  onChange,
}: {
  value: string
  onChange: (avatar: string) => void
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{messages.avatar}</legend>
      <div className="grid grid-cols-6 gap-2 md:grid-cols-12">
        {avatarNames.map((name, index) => {
          const avatar = avatarOf(index)
          return (
            <label
              key={avatar}
              title={name}
              className="relative aspect-square cursor-pointer rounded-full p-1 has-checked:inset-ring-3 has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-bright"
            >
              <input
                type="radio"
                name="avatar"
                aria-label={messages.avatar_named(name)}
                checked={value === avatar}
                onChange={() => onChange(avatar)}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full focus-visible:outline-none"
              />
              <ProfileAvatar profile={{ avatar, picture_url: null }} size="xl" />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
