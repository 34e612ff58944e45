import type { Profile } from '#contract/accounts/profile-fields.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useRef, type KeyboardEvent } from 'react'
import { profilesMessages } from './messages.ko.ts'
import { ProfileAvatar } from './profile-avatar.tsx'

const messages = profilesMessages.picker

/** Profiles as big round pictures. Arrow keys move between them, beside Tab. */
export function ProfilePicker({
  profiles,
  currentId,
  pendingId = null,
  onPick,
}: {
  profiles: readonly Profile[]
  currentId: number | null
  /** The profile that is being selected. */
  pendingId?: number | null
  onPick: (profile: Profile) => void
}) {
  const list = useRef<HTMLUListElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = buttons.findIndex((button) => button === document.activeElement)
    buttons[(index + step + buttons.length) % buttons.length]?.focus()
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-label={messages.list}
      onKeyDown={onKeyDown}
      // Five are three and two where they do not fit in one row.
      className={`mx-auto flex flex-wrap justify-center gap-x-5 gap-y-7 md:gap-x-9 ${profiles.length === 5 ? 'max-lg:max-w-lg' : ''}`}
    >
      {profiles.map((profile) => (
        <li key={profile.id}>
          <button
            type="button"
            aria-current={profile.id === currentId || undefined}
            aria-busy={profile.id === pendingId || undefined}
            onClick={() => onPick(profile)}
            className="group/pick flex w-30 cursor-pointer flex-col items-center gap-3 rounded-sheet p-2 md:w-36"
          >
            <span className="relative block size-24 rounded-full transition-transform duration-(--duration-fast) group-hover/pick:scale-105 group-focus-visible/pick:scale-105 group-aria-[current]/pick:outline-3 group-aria-[current]/pick:outline-offset-4 group-aria-[current]/pick:outline-accent md:size-30">
              <ProfileAvatar profile={profile} size="xl" />
              {profile.id === pendingId && (
                <span className="absolute inset-0 flex items-center justify-center rounded-full on-image bg-shade/60">
                  <Spinner className="size-8" />
                </span>
              )}
              {profile.has_pin && (
                <span className="absolute -right-1 -bottom-1 flex size-8 items-center justify-center rounded-full bg-surface-high text-foreground shadow-card">
                  <Icon name="lock" className="size-4" />
                </span>
              )}
            </span>
            <span className="flex max-w-full flex-col items-center gap-1">
              <span className="line-clamp-2 max-w-full text-center text-base leading-6 font-semibold wrap-anywhere md:text-lg text-foreground-muted group-hover/pick:text-foreground group-aria-[current]/pick:text-foreground">
                {profile.name}
              </span>
              <span className="flex min-h-6 gap-2">
                {profile.is_child && <Badge>{messages.kids}</Badge>}
              </span>
              {profile.has_pin && <span className="sr-only">{messages.locked}</span>}
              {profile.id === currentId && <span className="sr-only">{messages.current}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Placeholders of the pictures. */
export function ProfilePickerSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-wrap justify-center gap-x-5 gap-y-7 md:gap-x-9">
      {[0, 1].map((index) => (
        <span key={index} className="flex w-30 flex-col items-center gap-3 p-2 md:w-36">
          <span className="shimmer size-24 rounded-full md:size-30" />
          <span className="shimmer h-5 w-16 rounded-control" />
        </span>
      ))}
    </div>
  )
}
