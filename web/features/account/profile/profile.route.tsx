import { profileCopy } from './messages.ko.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { Queries } from '#web/session/member-query-client.tsx'
import { MypageFrame } from '#web/app/layouts/mypage-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { profilePath, withdrawalPath } from '#web/routing/paths.ts'
import type { Route } from './+types/profile.route.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AdultSection } from './adult-verification-section.tsx'
import { DeviceSection } from './devices-section.tsx'
import { MarketingSection, NameSection } from './basic-info-sections.tsx'
import { PasskeySection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { PictureSection } from './picture-section.tsx'
import { devicesQuery } from './queries.ts'
import { Section } from './profile-section.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = profileCopy
  return pageMeta(matches, { title, description, path: profilePath, hidden: true })
}

export default function Profile() {
  return (
    <MypageFrame title={profileCopy.title}>
      <MemberOnly skeleton={<ProfileSkeleton />}>
        {(user) => (
          <Queries>
            <ProfilePage user={user} />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}

/** What a member may change about himself, one thing at a time. */
function ProfilePage({ user }: { user: User }) {
  const client = useQueryClient()
  return (
    <div className="max-w-4xl *:first:border-t-0 *:first:pt-0">
      <PictureSection user={user} />
      <NameSection user={user} />
      <Section title={profileCopy.email.title} detail={profileCopy.email.detail}>
        <p className="text-base font-semibold">{user.email}</p>
      </Section>
      <PhoneSection user={user} />
      <AdultSection user={user} />
      <PasswordSection user={user} onChanged={() => void client.invalidateQueries(devicesQuery)} />
      <PasskeySection />
      <DeviceSection />
      <MarketingSection user={user} />
      <p className="border-t border-line pt-5 text-right">
        <Link
          to={withdrawalPath}
          className="inline-flex min-h-11 items-center rounded-sm px-1 text-sm text-paper-3 underline decoration-line-strong underline-offset-4 hover:text-paper"
        >
          {profileCopy.withdrawal}
        </Link>
      </p>
    </div>
  )
}

const shapes = [
  { words: profileCopy.picture, height: 'h-24' },
  { words: profileCopy.name, height: 'h-26' },
  { words: profileCopy.email, height: 'h-6 max-w-64' },
  { words: profileCopy.phone, height: 'h-11' },
  { words: profileCopy.adult, height: 'h-11' },
  { words: profileCopy.password, height: 'h-11' },
  { words: profileCopy.passkey, height: 'h-22' },
  { words: profileCopy.devices, height: 'h-28' },
  { words: profileCopy.marketing, height: 'h-11' },
] as const

/** The same sections while nobody knows yet whose they are: what they are called, and room for what is in them. */
function ProfileSkeleton() {
  return (
    <div className="max-w-4xl *:first:border-t-0 *:first:pt-0">
      {shapes.map(({ words: { title, detail }, height }) => (
        <Section key={title} title={title} detail={detail}>
          <div aria-hidden="true" className={`shimmer rounded-lg ${height}`} />
        </Section>
      ))}
    </div>
  )
}
