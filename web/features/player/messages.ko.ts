import type { PlaybackError } from './core/media-state.ts'
import type { PlayerPreferences } from './core/preferences.ts'
import type { PlayerCommand } from './core/keyboard-shortcuts.ts'

/** Formats seconds as `1시간 2분 5초`; zero parts are left out, except for `0초`. */
export function formatSpokenTime(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const parts = [
    [Math.floor(total / 3600), '시간'],
    [Math.floor(total / 60) % 60, '분'],
    [total % 60, '초'],
  ] as const
  const spoken = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`)
  return spoken.length > 0 ? spoken.join(' ') : '0초'
}

const commandLabels: Record<PlayerCommand, string> = {
  toggle_play: '재생 / 일시정지',
  seek_backward: '10초 뒤로',
  seek_forward: '10초 앞으로',
  volume_up: '소리 크게',
  volume_down: '소리 작게',
  toggle_mute: '음소거',
  toggle_fullscreen: '전체 화면',
  toggle_captions: '자막 켜기 / 끄기',
  toggle_pip: '작은 창으로 보기',
  rate_down: '느리게',
  rate_up: '빠르게',
  seek_percent: '그 지점으로 이동 (0%~90%)',
  seek_to_start: '처음으로',
  seek_to_end: '끝으로',
  next_episode: '다음 화',
  previous_episode: '이전 화',
  skip_opening: '오프닝 건너뛰기',
  show_episodes: '회차 목록',
  toggle_stats: '재생 정보',
  show_shortcuts: '단축키 보기',
}

const errorMessages: Record<PlaybackError, { title: string; text: string }> = {
  network: {
    title: '영상을 불러오지 못했어요',
    text: '인터넷 연결을 확인하고 다시 시도해 주세요. 보던 곳부터 이어져요.',
  },
  media: {
    title: '영상을 재생하다가 문제가 생겼어요',
    text: '다시 시도하면 보던 곳부터 이어져요. 계속되면 고객센터에 알려 주세요.',
  },
  unsupported: {
    title: '이 브라우저에서는 재생할 수 없어요',
    text: '최신 크롬, 사파리, 엣지, 파이어폭스에서 시청해 주세요.',
  },
  refused: {
    title: '시청 권한이 바뀌었어요',
    text: '페이지를 새로 고치면 지금 볼 수 있는 방법을 알려 드려요.',
  },
}

const captionSizeLabels: Record<PlayerPreferences['caption_size'], string> = {
  small: '작게',
  medium: '보통',
  large: '크게',
  huge: '아주 크게',
}
const captionBackgroundLabels: Record<PlayerPreferences['caption_background'], string> = {
  none: '없음',
  soft: '반투명',
  solid: '검정',
}

export const playerMessages = {
  player: (title: string) => `${title} 플레이어`,
  play: '재생',
  pause: '일시정지',
  replay: '처음부터 다시 보기',
  play_overlay: (title: string) => `${title} 재생`,
  seek_backward: '10초 뒤로',
  seek_forward: '10초 앞으로',
  remote_feedback: (device: string) =>
    device ? `${device}에서 조작했어요` : '다른 기기에서 조작했어요',
  seek_backward_feedback: '-10초',
  seek_forward_feedback: '+10초',
  seek: '재생 위치',
  seek_value: (time: number, duration: number) =>
    // The length is rounded as on cards, the position is not.
    `${formatSpokenTime(time)} / ${formatSpokenTime(Math.round(duration))}`,
  opening: '오프닝',
  ending: '엔딩',
  volume: '볼륨',
  volume_value: (volume: number, muted: boolean) =>
    muted ? '음소거' : `${Math.round(volume * 100)}%`,
  volume_feedback: (volume: number, muted: boolean) =>
    muted ? '음소거' : `볼륨 ${Math.round(volume * 100)}%`,
  mute: '음소거',
  unmute: '음소거 해제',
  captions_on: '자막 켜기',
  captions_off: '자막 끄기',
  captions_feedback: (label: string | null) => (label ? `자막: ${label}` : '자막 끔'),
  no_captions: '이 영상에는 자막이 없어요',
  captions_failed: '자막을 불러오지 못했어요',
  pip: '작은 창으로 보기',
  pip_exit: '작은 창 닫기',
  rental_started: (hours: number) => `대여 시간 ${hours}시간이 시작됐어요`,
  pip_playing: '작은 창에서 재생하고 있어요',
  fullscreen: '전체 화면',
  fullscreen_exit: '전체 화면 나가기',
  settings: '설정',
  settings_close: '설정 닫기',
  speed: '재생 속도',
  rate: (rate: number) => (rate === 1 ? '보통' : `${rate}배`),
  rate_feedback: (rate: number) => `${rate}배속`,
  quality: '화질',
  quality_auto: '자동',
  quality_auto_with_height: (height: number) => `자동 (${height}p)`,
  quality_of: (height: number) => `${height}p`,
  quality_feedback: (quality: 'auto' | number) =>
    quality === 'auto' ? '화질 자동' : `화질 ${quality}p`,
  captions: '자막',
  caption_off: '끔',
  caption_size: '자막 크기',
  caption_size_of: (size: PlayerPreferences['caption_size']) => captionSizeLabels[size],
  caption_background: '자막 배경',
  caption_background_of: (background: PlayerPreferences['caption_background']) =>
    captionBackgroundLabels[background],
  shortcuts: '키보드 단축키',
  shortcuts_intro: '한글 자판이 켜져 있어도 그대로 쓸 수 있어요.',
  shortcuts_switch: '단축키 사용',
  shortcuts_off_hint: '꺼 두면 설정에서 다시 켤 수 있어요.',
  history_paused: '기록 멈춤',
  command: (command: PlayerCommand) => commandLabels[command],
  close: '닫기',
  skip_opening: '오프닝 건너뛰기',
  opening_skipped: '오프닝을 건너뛰었어요',
  next_episode: '다음 화',
  next_episode_titled: (title: string) => `다음 화: ${title}`,
  previous_episode: '이전 화',
  similar_works: '이런 작품은 어때요?',
  episodes: '회차 목록',
  episodes_close: '회차 목록 닫기',
  episodes_failed: '회차를 불러오지 못했어요.',
  season: '시즌',
  watching_now: '지금 보고 있어요',
  next_works: '다음에 볼 작품',
  /** More episodes may follow. */
  finished: '공개된 회차를 다 봤어요',
  next_opens: (day: string) => `다음 화는 ${day}에 공개돼요.`,
  finished_film: '끝까지 다 봤어요',
  next_countdown: (seconds: number) => `${seconds}초 뒤 다음 화가 시작돼요`,
  next_play: '바로 재생',
  next_cancel: '취소',

  /** By `ownership_type_id`. */
  next_purchase: {
    2: (price: string) => `${price}에 대여`,
    3: (price: string) => `${price}에 소장`,
  },
  next_plan: '이용권으로 보기',
  next_open: '다음 화 보러 가기',
  still_watching: '아직 시청 중이신가요?',
  still_watching_confirm: '계속 볼게요',
  resumed: (clock: string) => `${clock}부터 이어서 볼게요`,
  start_over: '처음부터',
  other_device: (clock: string) => `다른 기기에서 ${clock}까지 봤어요`,
  other_device_resume: '이어서 보기',
  progress_unsaved: '시청 기록을 저장하지 못하고 있어요',
  ended: '재생이 끝났어요',
  age_rating: '관람 등급',
  loading: '불러오는 중이에요',
  retry: '다시 시도',
  help: '재생 도움말',
  error: (error: PlaybackError) => errorMessages[error],
  to_series: (title: string) => `${title} 작품 페이지로`,
  episode_number: (number: number) => `${number}화`,
  season_number: (number: number) => `시즌 ${number}`,
  minutes: (seconds: number) => `${Math.max(1, Math.round(seconds / 60))}분`,
  synopsis: '줄거리',
  more_episodes: '이어지는 이야기',
  all_episodes: '전체 회차',
  document_title: (title: string, service: string) => `${title} - ${service}`,
  description: (title: string) => `${title}, 지금 시청하세요.`,
} as const

/** Messages of the unavailable screen. */
export const unavailableMessages = {
  authentication_required: {
    title: '로그인이 필요해요',
    text: '로그인하면 바로 이어서 볼 수 있어요.',
    action: '로그인하고 보기',
  },
  purchase_required: {
    title: '구매하거나 이용권이 있으면 볼 수 있어요',
    text: '한 편만 소장하거나, 이용권으로 마음껏 보세요.',
  },
  /** Replaces the text of `video_not_ready` for a paid episode, which does not start by itself. */
  not_on_sale: {
    text: '영상이 준비되면 구매하거나 이용권으로 볼 수 있어요. 그 전에는 결제되지 않아요.',
  },
  adult_verification_required: {
    title: '성인 인증이 필요해요',
    text: '청소년 관람불가 작품이에요. 성인 인증을 마치면 볼 수 있어요.',
    action: '성인 인증하기',
  },
  video_not_ready: {
    title: '아직 준비 중이에요',
    text: '영상을 열심히 만들고 있어요. 다 되면 저절로 시작할게요.',
    checking_again: (seconds: number) => `${seconds}초 뒤에 다시 확인해요`,
    check_now: '지금 확인하기',
    progress: (percent: number) => `${percent}% 만들었어요`,
    queued: '차례를 기다리고 있어요',
  },
  upcoming: {
    title: (day: string | null) => (day ? `${day} 공개 예정이에요` : '공개 예정이에요'),
    text: '공개되면 바로 볼 수 있어요. 작품 페이지에서 알림을 받을 수 있어요.',
  },
  not_found: {
    title: '영상을 찾을 수 없어요',
    text: '주소가 바뀌었거나 더는 볼 수 없는 영상이에요.',
    action: '홈으로 가기',
  },
  no_longer_available: {
    title: '공개가 끝난 작품이에요',
    text: '소장했거나 대여 중이라면 로그인한 뒤에 계속 볼 수 있어요.',
  },
  network: {
    title: '서버에 연결하지 못했어요',
    text: '인터넷 연결을 확인하고 다시 시도해 주세요.',
  },
  other: { title: '지금은 재생할 수 없어요' },
} as const

/** Messages of gestures, screen lock and vertical paging. */
export const gestureMessages = {
  /** Total of a tap sequence. */
  seek_total: (seconds: number) => `${seconds < 0 ? '−' : '+'}${Math.abs(seconds)}초`,
  lock: '화면 잠금',
  locked: '화면이 잠겨 있어요',
  unlock: '화면 잠금 풀기',
  unlock_hint: '길게 누르거나 밀어서 풀어 주세요',
  episodes: '회차 이동',
  next: '다음 화',
  previous: '이전 화',
  next_titled: (title: string) => `다음 화: ${title}`,
  previous_titled: (title: string) => `이전 화: ${title}`,
  first: '첫 화예요',
  last: '마지막 화예요',
  next_work: '다음 작품 보기',
  locked_episode: '이 화는 구매하면 볼 수 있어요',
  position: (number: number, count: number) => `${count}화 중 ${number}화`,
  position_short: (number: number, count: number) => `${number}/${count}`,
  open: '보러 가기',
  more: '더 보기',
  more_settings: '더 보기, 설정과 화면 잠금',
  all: '전체 보기',
  less: '접기',
} as const

/** Messages of the stream limit screen. */
export const streamLimitMessages = {
  title: '다른 기기에서 보고 있어요',
  title_tab: '다른 탭에서 보고 있어요',
  taken_over_by_tab: '다른 탭에서 이어 보기 시작해서 여기는 잠시 멈췄어요.',
  single: '여기서 이어 보면 그쪽 재생은 멈춰요.',
  several:
    '동시에 볼 수 있는 기기를 모두 쓰고 있어요. 멈출 기기를 고르면 여기서 이어 볼 수 있어요.',
  /** Shown after a takeover. */
  taken_over: (device: string) => `${device}에서 이어 보기 시작해서 여기는 잠시 멈췄어요.`,
  select: '재생을 멈출 기기',
  unknown_device: '다른 기기',
  this_browser: '이 브라우저의 다른 탭',
  stream: (series: string, number: number | null, episode: string) =>
    number === null ? series : `${series} ${number}화 ${episode}`,
  started_now: '방금 시작했어요',
  started: (ago: string) => `${ago}부터 보고 있어요`,
  take_over: '여기서 이어 보기',
  back: '뒤로',
} as const
