import type { User } from '#contract/accounts.ts'
import { profileCopy } from '#web/copy/profile.ts'
import { withdrawalPath } from '#web/paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AdultSection } from './adult-section.tsx'
import { DeviceSection } from './device-section.tsx'
import { MarketingSection } from './marketing-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { PictureSection } from './picture-section.tsx'
import { devicesQuery } from './queries.ts'
import { Section } from './section.tsx'

/** What a member may change about himself, one thing at a time. */
export function ProfilePage({ user }: { user: User }) {
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

/** The shape of the sections while nobody knows yet whose they are. */
export function ProfileSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-4xl *:first:border-t-0 *:first:pt-0">
      {[6.75, 5.25, 1.5, 2.75, 2.75, 2.75].map((height, at) => (
        <div
          key={at}
          className="border-t border-line py-7 md:grid md:grid-cols-[12.5rem_minmax(0,1fr)] md:gap-8 md:py-9"
        >
          <div>
            <div className="shimmer h-5 w-24 rounded-sm" />
            <div className="shimmer mt-3 h-3.5 w-40 rounded-sm" />
          </div>
          <div className="shimmer rounded-lg max-md:mt-4" style={{ height: `${height}rem` }} />
        </div>
      ))}
    </div>
  )
}
