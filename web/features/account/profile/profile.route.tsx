import { TextLink } from '#web/ui/base/text-link.tsx'
import { useAuth, authStore } from '#web/session/auth-store.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { profileMessages } from './messages.ko.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { withdrawalPath, profilePath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/profile.route.ts'
import type { ComponentType } from 'react'
import { AdultVerification, MarketingSwitch, NameForm, Phone } from './basic-info-sections.tsx'
import { EmailSection } from '../email-change/email-section.tsx'
import { Devices, Passkeys, Password } from './sign-in-sections.tsx'
import { ProfileSection } from './profile-section.tsx'
import { Picture } from './picture-section.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = profileMessages
  return pageMeta(matches, { title, description, path: profilePath, noindex: true })
}

export const handle: MypagePageHandle = { title: profileMessages.title, Skeleton: ProfileSkeleton }

type Section = {
  /** Target of links with `#id`. */
  id?: string
  texts: { title: string; detail: string }
  /** Classes of the height of its placeholder. */
  height: string
  Content: ComponentType<{ user: User }>
}

/** The sections of the page, and of its skeleton, in their order. */
const sections: readonly Section[] = [
  {
    texts: profileMessages.picture,
    height: 'h-24',
    Content: ({ user: { profile } }) =>
      profile && (
        <Picture profile={profile} onChanged={async () => void (await authStore.checkAuth())} />
      ),
  },
  { texts: profileMessages.name, height: 'h-26', Content: NameForm },
  {
    texts: profileMessages.email,
    height: 'h-11',
    Content: EmailSection,
  },
  { texts: profileMessages.phone, height: 'h-11', Content: Phone },
  { id: 'adult', texts: profileMessages.adult, height: 'h-11', Content: AdultVerification },
  { id: 'password', texts: profileMessages.password, height: 'h-11', Content: Password },
  { texts: profileMessages.passkey, height: 'h-22', Content: Passkeys },
  { texts: profileMessages.devices, height: 'h-28', Content: Devices },
  { texts: profileMessages.marketing, height: 'h-11', Content: MarketingSwitch },
]

const listClass = 'max-w-4xl *:first:border-t-0 *:first:pt-0'

export default function Profile() {
  const { user } = useAuth()
  return (
    <div className={listClass}>
      {sections.map(({ id, texts: { title, detail }, Content }) => (
        <ProfileSection key={title} id={id} title={title} detail={detail}>
          <Content user={user} />
        </ProfileSection>
      ))}
      <p className="border-t border-border pt-5 text-right">
        <TextLink to={withdrawalPath} tone="subtle" className="rounded-control px-1 text-sm">
          {profileMessages.withdrawal}
        </TextLink>
      </p>
    </div>
  )
}

/** The section titles with placeholders of their height. */
function ProfileSkeleton() {
  return (
    <div className={listClass}>
      {sections.map(({ texts: { title, detail }, height }) => (
        <ProfileSection key={title} title={title} detail={detail}>
          <div aria-hidden="true" className={`shimmer rounded-card ${height}`} />
        </ProfileSection>
      ))}
    </div>
  )
}
