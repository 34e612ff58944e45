import { useState } from 'react'
import sprite from './avatars.svg?url&no-inline'

const sizes = {
  xs: 'size-6',
  sm: 'size-8',
  md: 'size-11',
  lg: 'size-16',
  xl: 'size-full',
} as const

/**
 * The picture of a profile, or its drawn avatar, also if the picture has been removed since. Decorative: the name follows as
 * text.
 */
export function ProfileAvatar({
  profile: { avatar, picture_url },
  size = 'md',
}: {
  profile: { avatar: string; picture_url: string | null }
  size?: keyof typeof sizes
}) {
  const [missingUrl, setMissingUrl] = useState<string | null>(null)
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 overflow-hidden rounded-full bg-surface-raised ${sizes[size]}`}
    >
      {picture_url && picture_url !== missingUrl ? (
        <img
          src={picture_url}
          alt=""
          className="size-full object-cover"
          onError={() => setMissingUrl(picture_url)}
        />
      ) : (
        <svg className="size-full">
          <use href={`${sprite}#${avatar}`} />
        </svg>
      )}
    </span>
  )
}
