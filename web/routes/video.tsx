import { endpoints } from '#contract/index.ts'
import { imageAt } from '#contract/images.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { openLogin } from '#web/features/login/open-login.ts'
import { copy } from '#web/features/player/copy.ts'
import { beginReading, episodeAhead } from '#web/features/player/early.ts'
import { hlsUrl } from '#web/features/player/hls-file.ts'
import { titleOf } from '#web/features/player/stage.tsx'
import { VideoPage } from '#web/features/player/video-page.tsx'
import type { Route } from './+types/video.ts'

/** The shell: the same for everybody, so any cache may hold it. The film is asked for by the browser. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(loaderCall)
  const episode = await call(endpoints.contents.readEpisode, { params: { id: params.videoId } })
  return { episode }
}

/** Coming from another page, film, engine and shell are fetched side by side. */
export function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const id = Number(params.videoId)
  const episode = episodeAhead(id)
  // Whoever takes the answer hears of a failure.
  beginReading(id).catch(() => {})
  return episode ? { episode } : serverLoader()
}

/** hls.js arrives beside the page's own scripts instead of after them. */
export const links: Route.LinksFunction = () => [{ rel: 'modulepreload', href: hlsUrl }]

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { episode } = loaderData
  const title = titleOf(episode)
  const description = episode.synopsis || copy.description(title)
  return [
    { title: copy.document_title(title) },
    { name: 'description', content: description },
    { property: 'og:type', content: 'video.episode' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(episode.thumbnail_url
      ? [{ property: 'og:image', content: imageAt(episode.thumbnail_url, 640) }]
      : []),
  ]
}

export default function Video({ loaderData }: Route.ComponentProps) {
  return <VideoPage episode={loaderData.episode} signIn={() => void openLogin('watch')} />
}
