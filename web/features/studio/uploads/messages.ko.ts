import type { SameUpload } from '#contract/media/staff.ts'
import { formatCount } from '#web/lib/format.ts'

/** `1.4GB`, in powers of 1000 as operating systems show. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)}${units[unit] ?? ''}`
}

/** `3분 20초`, and coarser for long durations. */
export function formatRemaining(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole}초`
  const minutes = Math.floor(whole / 60)
  if (minutes < 10) return whole % 60 ? `${minutes}분 ${whole % 60}초` : `${minutes}분`
  if (minutes < 60) return `${minutes}분`
  return minutes % 60 ? `${Math.floor(minutes / 60)}시간 ${minutes % 60}분` : `${minutes / 60}시간`
}

/** `1:02:03.4`: a position on the timeline, in tenths of a second. */
export function formatMarkerTime(seconds: number): string {
  const tenths = Math.round(seconds * 10)
  const [h, m, s] = [
    Math.floor(tenths / 36_000),
    Math.floor(tenths / 600) % 60,
    (tenths % 600) / 10,
  ]
  const tail = s.toFixed(1).padStart(4, '0')
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${tail}` : `${m}:${tail}`
}

/** The work whose trailer an asset is: `겨울 바다 · 예고편`. */
export const trailerLabel = (series_title: string) => `${series_title} · 예고편`

/** The episode of an asset: `겨울 바다 · 시즌 2 · 3화 돌아온 배`. */
export function placementLabel(place: {
  series_title: string
  is_series: boolean
  season_number: number
  number: number
  title: string
}): string {
  if (!place.is_series) return place.series_title
  const { series_title, season_number, number, title } = place
  const named = new RegExp(`^${number}\\s*화$`).test(title) ? '' : ` ${title}`
  return `${series_title} · 시즌 ${season_number} · ${number}화${named}`
}

export const uploadsMessages = {
  title: '업로드',
  detail: '여러 파일을 한꺼번에 끌어다 놓아도 돼요. 창을 닫아도 다시 와서 이어 올릴 수 있어요.',
  choose: '파일 고르기',
  choose_first: '첫 영상 고르기',
  drop_files: '여기에 놓으면 올리기 시작해요',
  input: '올릴 영상 파일',
  sending: '올리는 중',
  sent_of_total: (done: string, all: string) => `${all} 중 ${done}`,
  progress: (name: string) => `${name} 올리는 중`,
  encoding_progress: (name: string) => `${name} 변환 중`,
  per_second: (speed: string) => `초당 ${speed}`,
  left: (time: string) => `${time} 남았어요`,
  states: {
    checking: '파일을 확인해요',
    elsewhere: '다른 탭에서 올리고 있어요. 그 탭을 닫으면 여기서 이어 올려요.',
    asking: '같은 파일이 있어요',
    taken_over: '다른 창에서 이어 올리고 있어요.',
    waiting: '차례를 기다려요',
    sending: '올리는 중',
    paused: '잠시 멈췄어요',
    retrying: '연결을 기다려요. 돌아오면 이어서 올려요.',
    done: '다 올렸어요',
    failed: '올리지 못했어요',
  },
  already_sent: (name: string) => `이미 올리고 있는 파일이에요: ${name}`,
  same: ({ is_own, is_sending, uploader }: SameUpload) =>
    is_own
      ? is_sending
        ? '다른 창에서 올리고 있는 파일이에요. 여기서 이어 올리면 그쪽은 멈춰요.'
        : '올리다 멈춘 파일이에요. 멈춘 곳부터 이어 올릴 수 있어요.'
      : is_sending
        ? `${uploader} 님이 같은 파일을 올리고 있어요.`
        : `${uploader} 님이 같은 파일을 올리다 멈췄어요.`,
  start_new: '새로 올리기',
  pause: '잠시 멈추기',
  resume: '이어서 올리기',
  resume_failed: '다시 시도',
  cancel_upload: '올리기 취소',
  cancel_title: '올리기를 취소할까요?',
  cancel_confirm: '지금까지 올린 부분도 지워져요.',
  cancel_yes: '취소하고 지우기',
  cancel_no: '계속 올리기',
  incomplete: '이어서 올릴 수 있는 파일',
  incomplete_detail: '같은 파일을 다시 고르면 멈춘 곳부터 이어서 올려요.',
  incomplete_row: (done: string, all: string, until: string) =>
    `${all} 중 ${done} · ${until}까지 보관해요`,
  same_file: '같은 파일 고르기',
  other_file: '이름이나 크기가 달라요. 올리던 것과 같은 파일을 골라 주세요.',
  no_answer: '서버에 닿지 않았어요. 잠시 뒤에 다시 시도해 주세요.',
  place: '어느 회차의 영상인가요?',
  place_none: '회차를 아직 고르지 않았어요',
  choose_place: '회차 고르기',
  change_place: '회차 바꾸기',
  remove_place: '회차와 연결 끊기',
  remove_title: '회차와 연결을 끊을까요?',
  remove_confirm: '이 회차는 다른 영상을 연결할 때까지 재생되지 않아요.',
  remove_yes: '연결 끊기',
  place_search: '작품 이름',
  place_hint: '두 글자 이상 입력하면 찾아볼게요.',
  place_empty: '그런 이름의 작품이 없어요',
  place_empty_detail: '작품 메뉴에서 먼저 작품과 회차를 만들어 주세요.',
  place_states: { none: '영상 없음', preparing: '준비 중', ready: '영상 있음' },
  placed: '회차를 정했어요',
  unplaced: '회차와 연결을 끊었어요',
  replacing: '지금 재생되는 영상을 대신해요',
  assets: '영상',
  filters: {
    all: '전체',
    under_way: '진행 중',
    failed: '실패',
    ready: '준비됨',
    unplaced: '회차 없음',
  },
  search: '파일 이름으로 찾기',
  name: '파일',
  state: '상태',
  for: '회차',
  created: '올린 시각',
  actions: '할 일',
  length: '길이',
  asset_states: {
    uploaded: '대기 중',
    probing: '살펴보는 중',
    encoding: '변환 중',
    ready: '준비됨',
    failed: '실패',
  },
  queue: (place: number) => `${formatCount(place)}번째`,
  encoding: (percent: number) => `변환 중 ${percent}%`,
  packaging: '마무리하는 중',
  retry: '다시 변환',
  retried: '변환을 다시 시작했어요',
  cancel: '변환 멈추기',
  cancelled: '변환을 멈췄어요',
  delete: '영상 지우기',
  delete_title: '영상을 지울까요?',
  delete_confirm: '변환한 파일과 원본이 모두 지워지고 되돌릴 수 없어요.',
  deleted: '영상을 지웠어요',
  open: (name: string) => `${name} 열기`,
  empty: '아직 올린 영상이 없어요',
  empty_detail:
    'mp4, mov, mkv, ts 같은 영상 파일을 끌어다 놓거나 골라 주세요. 올라오는 대로 변환하고, 어디까지 됐는지 여기에서 보여 드려요.',
  empty_filter: '해당하는 영상이 없어요',
  empty_filter_detail: '다른 상태를 고르거나 검색어를 바꿔 보세요.',
  back: '업로드 목록',
  facts: (width: number, height: number) => `${width}×${height}`,
  no_sound: '소리 없음',
  player: '영상 미리 보기',
  player_failed: '미리 보기를 재생할 수 없어요. 새로 고쳐 주세요.',
  not_ready: '변환이 끝나면 여기에서 볼 수 있어요',
  failed_retry: '다시 변환해 보고, 그래도 안 되면 파일을 새로 올려 주세요.',
  failed_anew: '파일을 고친 다음 새로 올려 주세요. 이 영상은 지워도 괜찮아요.',
  markers: '구간',
  markers_detail: '재생하다가 원하는 곳에서 버튼을 누르면 그 시각이 들어가요.',
  opening_start: '오프닝 시작',
  opening_end: '오프닝 끝',
  ending_start: '엔딩 시작',
  timeline: '구간 표시줄',
  mark_keys: { opening_start: 'I', opening_end: 'O', ending_start: 'E' },
  player_keys: [
    [['J', 'L'], '5초 앞뒤로'],
    [['K'], '재생·멈춤'],
    [[',', '.'], '한 장면씩'],
    [['←', '→'], '표시줄에서 0.1초씩'],
  ] as readonly (readonly [readonly string[], string])[],
  jump_to: (name: string, at: string) => `${name} ${at}, 이 장면 보기`,
  set_at: (name: string, at: string) => `${name} ${at}`,
  set_here: (name: string) => `${name}: 지금 시각`,
  now: '지금 시각',
  clear: '지우기',
  none: '없음',
  marker_faults: {
    half: '오프닝은 시작과 끝을 모두 정해 주세요.',
    order: '오프닝은 시작보다 끝이 늦어야 해요.',
    ending: '엔딩은 오프닝이 끝난 뒤에 시작해야 해요.',
  },
  save: '저장',
  markers_saved: '구간을 저장했어요',
  unsaved: '아직 저장하지 않았어요',
  revert: '고친 것 버리기',
  poster: '대표 이미지',
  poster_detail: '재생 위치를 옮긴 뒤 누르면 그 장면이 대표 이미지가 돼요.',
  poster_automatic: '자동',
  poster_automatic_detail:
    '영상에서 자동으로 골랐어요. 다른 장면을 고르거나 회차에 그림을 올리면 그대로 지켜요.',
  poster_unused: '회차에는 직접 올린 그림이 보여요. 여기에서 장면을 고르면 그 장면으로 바뀌어요.',
  poster_none: '보여 줄 만한 장면이 없어 제목으로 만든 그림이 보여요.',
  stills: '다른 장면 고르기',
  stills_offered: '고를 수 있는 장면',
  still_at: (at: string) => `${at} 장면으로 정하기`,
  poster_here: '지금 장면으로 정하기',
  poster_saved: '대표 이미지를 바꿨어요',
  poster_alt: '지금 대표 이미지',
  captions: '자막',
  captions_detail:
    'SRT, VTT, SMI 파일을 올려 주세요. 한국어 윈도우에서 만든 파일도 읽을 수 있어요.',
  captions_none: '아직 자막이 없어요',
  caption_file: '자막 파일 고르기',
  caption_input: '자막 파일',
  language: '언어',
  label: '화면에 보일 이름',
  languages: {
    ko: '한국어',
    'ko-x-sdh': '한국어 (청각장애인용)',
    en: 'English',
    ja: '日本語',
    zh: '中文',
    es: 'Español',
    fr: 'Français',
  },
  caption_count: (cues: number) => `자막 ${formatCount(cues)}개`,
  caption_faults: (faults: number) => `고쳐야 할 곳이 ${formatCount(faults)}군데 있어요`,
  caption_line: (line: number) => `${formatCount(line)}번째 줄`,
  caption_unreadable: (lines: readonly number[]) =>
    `읽지 못한 글자가 있어 �로 보여요 (${lines.slice(0, 5).map(formatCount).join(', ')}${lines.length > 5 ? '…' : ''}번째 줄). 온전한 파일이 있으면 그 파일을 올려 주세요.`,
  caption_tracks: (languages: number, saved: number) =>
    saved === 0
      ? `${formatCount(languages)}개 언어의 자막이 있어요. 하나씩 확인하고 저장해 주세요.`
      : `${formatCount(languages)}개 언어 가운데 ${formatCount(saved)}개를 저장했어요.`,
  caption_more: (rest: number) => `외 ${formatCount(rest)}개`,
  save_captions: '자막 저장',
  captions_saved: '자막을 저장했어요',
  delete_captions: (label: string) => `${label} 자막 지우기`,
  delete_captions_title: '자막을 지울까요?',
  delete_captions_confirm: '보는 사람에게도 바로 보이지 않게 돼요.',
  captions_deleted: '자막을 지웠어요',
  cancel_captions: '취소',
  caption_fix: '파일을 고친 다음 다시 골라 주세요. 지금 있는 자막은 그대로예요.',
  other_captions: '다른 파일 고르기',
  captions_too_big: '자막 파일은 2MB까지 올릴 수 있어요.',
  notices: '원본과 다른 점',
  log: '변환 기록',
  log_empty: '아직 기록이 없어요',
} as const

/** Upload actions in the audit log. */
export const uploadActionLabels: Readonly<Record<string, string>> = {
  'upload.started': '영상 올리기 시작',
  'upload.target_set': '올리는 영상의 회차 선택',
  'upload.deleted': '영상 올리기 취소',
  'upload.registered': '영상 등록',
  'asset.attached': '영상의 회차 변경',
  'asset.retried': '영상 다시 변환',
  'asset.cancelled': '영상 변환 중단',
  'asset.deleted': '영상 삭제',
  'asset.markers_set': '영상 구간 변경',
  'asset.poster_set': '대표 이미지 변경',
  'asset.captions_set': '자막 저장',
  'asset.captions_deleted': '자막 삭제',
}
