import type { OperationModes } from '#contract/operations/modes.ts'
import { formatMinuteOfYear } from '#server/messages/formats.copy.ts'
import { escapeHtml } from '#server/shared/escape-html.ts'

export type SiteStatus = {
  /** Whether the site answered as ready. */
  is_ready: boolean
  /** The notice of staff while the site is closed. */
  maintenance: OperationModes['maintenance']
  checked_at: Date
}

/** A page that is older says that nothing is checked any more, in ms. */
const staleAfterMs = 180_000

const texts = {
  name: '한편 서비스 상태',
  ready: { title: '정상이에요', text: '한편에 접속하는 데 문제가 없어요.' },
  failing: {
    title: '접속이 원활하지 않아요',
    text: '지금 확인하고 있어요. 보던 위치와 결제 내역은 그대로 남아 있어요.',
  },
  maintenance: '점검 중이에요',
  stale: {
    title: '상태를 확인하지 못하고 있어요',
    text: '한편에 접속이 안 될 수 있어요. 잠시 뒤에 다시 확인해 주세요.',
  },
  checked: (at: Date) => `${formatMinuteOfYear(at)}에 확인했어요. 30초마다 새로 확인해요.`,
  until: (at: Date) => `${formatMinuteOfYear(at)}쯤 끝날 예정이에요.`,
  open: '한편 열기',
}

function describe({ is_ready, maintenance }: SiteStatus) {
  if (maintenance) {
    const end = texts.until(new Date(maintenance.ends_at))
    return {
      state: 'maintenance',
      title: texts.maintenance,
      text: `${maintenance.message}\n${end}`,
    }
  }
  return is_ready ? { state: 'ready', ...texts.ready } : { state: 'failing', ...texts.failing }
}

/**
 * Renders the status of the site as one file that needs nothing of the site: it is shown from elsewhere while the site is gone. The
 * page itself notices that it has become old, because then nothing checks the site any more.
 */
export function renderStatusPage(status: SiteStatus, site_url: string): string {
  const { state, title, text } = describe(status)
  const { checked_at } = status
  return `<!doctype html>
<html lang="ko">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="60">
<meta name="robots" content="noindex">
<title>${texts.name}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; word-break: keep-all }
  body { max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem }
  h1 { font-size: 1.75rem; line-height: 1.3; margin: 0.5rem 0 1rem }
  p { margin: 0 0 1.5rem; white-space: pre-line; overflow-wrap: anywhere }
  small { font-size: 0.875rem; opacity: 0.75 }
</style>
<main data-state="${state}">
<small>${texts.name}</small>
<h1>${title}</h1>
<p>${escapeHtml(text)}</p>
<p><small><time datetime="${checked_at.toISOString()}">${texts.checked(checked_at)}</time></small></p>
<a href="${escapeHtml(site_url)}">${texts.open}</a>
</main>
<script>
  const checkedAt = Date.parse(document.querySelector('time').dateTime)
  const notice = () => {
    if (Date.now() - checkedAt < ${staleAfterMs}) return setTimeout(notice, 10000)
    document.querySelector('main').dataset.state = 'stale'
    document.querySelector('h1').textContent = '${texts.stale.title}'
    document.querySelector('p').textContent = '${texts.stale.text}'
  }
  notice()
</script>
</html>
`
}
