import { profileCopy } from '#web/copy/profile.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { ProfilePage, ProfileSkeleton } from '#web/features/profile/profile-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { profilePath } from '#web/paths.ts'
import type { Route } from './+types/profile.ts'

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
