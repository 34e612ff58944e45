import { useAuth, authStore } from '#web/session/auth-store.ts'
import { profileMessages } from './messages.ko.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { withdrawalPath, profilePath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/profile.route.ts'
import { Link } from 'react-router'
import {
  AdultVerificationSection,
  MarketingSection,
  NameSection,
  PhoneSection,
} from './basic-info-sections.tsx'
import { DevicesSection, PasskeysSection, PasswordSection } from './sign-in-sections.tsx'
import { ProfileSection } from './profile-section.tsx'
import { PictureSection } from './picture-section.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = profileMessages
  return pageMeta(matches, { title, description, path: profilePath, noindex: true })
}

export const handle: MypagePageHandle = { title: profileMessages.title, Skeleton: ProfileSkeleton }

export default function Profile() {
  const { user } = useAuth()
  return (
    <div className="max-w-4xl *:first:border-t-0 *:first:pt-0">
      {user.profile && (
        <PictureSection
          profile={user.profile}
          onChanged={async () => void (await authStore.checkAuth())}
        />
      )}
      <NameSection user={user} />
      <ProfileSection title={profileMessages.email.title} detail={profileMessages.email.detail}>
        <p className="text-base font-semibold">{user.email}</p>
      </ProfileSection>
      <PhoneSection user={user} />
      <AdultVerificationSection user={user} />
      <PasswordSection user={user} />
      <PasskeysSection />
      <DevicesSection />
      <MarketingSection user={user} />
      <p className="border-t border-border pt-5 text-right">
        <Link
          to={withdrawalPath}
          className="inline-flex min-h-11 items-center rounded-sm px-1 text-sm text-foreground-subtle underline decoration-border-strong underline-offset-4 hover:text-foreground"
        >
          {profileMessages.withdrawal}
        </Link>
      </p>
    </div>
  )
}

const skeletonSections = [
  { messages: profileMessages.picture, height: 'h-24' },
  { messages: profileMessages.name, height: 'h-26' },
  { messages: profileMessages.email, height: 'h-6 max-w-64' },
  { messages: profileMessages.phone, height: 'h-11' },
  { messages: profileMessages.adult, height: 'h-11' },
  { messages: profileMessages.password, height: 'h-11' },
  { messages: profileMessages.passkey, height: 'h-22' },
  { messages: profileMessages.devices, height: 'h-28' },
  { messages: profileMessages.marketing, height: 'h-11' },
] as const

/** The section titles with placeholders of their height. */
function ProfileSkeleton() {
  return (
    <div className="max-w-4xl *:first:border-t-0 *:first:pt-0">
      {skeletonSections.map(({ messages: { title, detail }, height }) => (
        <ProfileSection key={title} title={title} detail={detail}>
          <div aria-hidden="true" className={`shimmer rounded-lg ${height}`} />
        </ProfileSection>
      ))}
    </div>
  )
}
