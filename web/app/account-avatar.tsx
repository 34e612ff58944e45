import type { User } from '#contract/accounts/accounts.ts'
import { sessionMessages } from '#web/session/messages.ko.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { Icon } from '#web/ui/base/icon.tsx'

/** Shared by the menu button and its placeholder. */
export const accountButtonClass =
  'flex min-h-11 cursor-pointer items-center gap-1 rounded-full pr-1.5 pl-1 transition-colors duration-(--duration-fast) hover:bg-foreground/12'

export function AccountAvatar({ user }: { user: User }) {
  return (
    <>
      <Avatar name={user.username} image={user.profile_image} size="sm" />
      <span className="sr-only">{sessionMessages.menu_label(user.username)}</span>
      <Icon name="chevron_down" className="size-4 text-foreground-muted max-[18rem]:hidden" />
    </>
  )
}
