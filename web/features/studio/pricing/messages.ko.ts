import type { planHeights } from '#contract/transactions/staff/pricing.ts'
import type { PriceChange } from '#contract/transactions/staff/price-changes.ts'
import { formatCount, formatFullDate, formatPoints, formatWon } from '#web/lib/format.ts'

const heightNames: Record<(typeof planHeights)[number], string> = {
  480: '480p',
  720: '720p HD',
  1080: '1080p 풀 HD',
  1440: '1440p',
  2160: '2160p 4K',
}

/** Plans, top-up packages and rentals in the studio. */
export const pricingMessages = {
  title: '이용권·충전',
  detail: '바꾼 값은 새로 사는 회원부터예요. 이미 산 회원은 그때의 값과 조건이 그대로예요.',
  cancel: '취소',
  save: '저장',
  saved: '저장했어요',
  edit: '고치기',
  edit_of: (name: string) => `${name} 고치기`,
  retire: '판매 종료',
  retire_of: (name: string) => `${name} 판매 종료`,
  resume: '다시 판매',
  resume_of: (name: string) => `${name} 다시 판매`,
  retired: '판매를 끝냈어요',
  resumed: '다시 판매해요',
  state: '상태',
  states: { on_sale: '판매 중', retired: '판매 종료' },
  actions: '관리',
  conflict: '다른 운영자가 먼저 바꿨어요. 닫고 다시 열어 바뀐 내용을 확인해 주세요.',
  plans: {
    title: '이용권',
    note: '새 값은 새로 시작하는 회원만 내요. 쓰고 있는 회원의 다음 결제는 시작할 때의 값이에요.',
    add: '이용권 더하기',
    empty: '이용권이 없어요',
    empty_detail: '이용권을 더하면 회원이 고를 수 있어요.',
    name: '이름',
    name_used: '같은 이름의 이용권이 있어요. 다른 이름으로 해 주세요.',
    price: '한 달 값',
    per_month: (price: number) => `월 ${formatWon(price)}`,
    height: '최고 화질',
    height_of: (height: number) =>
      (heightNames as Readonly<Record<number, string>>)[height] ?? `${height}p`,
    heights: heightNames,
    streams: '동시 시청',
    streams_of: (streams: number) => `${streams}대`,
    subscribers: '회원',
    people: (count: number) => `${formatCount(count)}명`,
    former: (count: number) => `지난 조건 ${formatCount(count)}명`,
    stays: (count: number) =>
      count > 0
        ? `지금 쓰는 회원 ${formatCount(count)}명의 값과 조건은 바뀌지 않아요.`
        : '이 이용권을 쓰는 회원은 아직 없어요.',
    versions: '지난 조건',
    version: (at: string, price: number, height: number, streams: number) =>
      `${formatFullDate(at)}부터 ${formatWon(price)} · ${height}p · ${streams}대`,
    retire_title: (name: string) => `${name} 판매를 끝낼까요?`,
    retire_detail: (count: number) =>
      count > 0
        ? `새로 시작할 수 없어요. 쓰고 있는 회원 ${formatCount(count)}명은 해지할 때까지 그대로 이어져요.`
        : '새로 시작할 수 없어요. 언제든 다시 판매할 수 있어요.',
  },
  price_changes: {
    title: '쓰는 회원의 값 바꾸기',
    note: '지난 조건을 쓰는 회원에게 새 조건을 알리고 동의를 받아요. 동의하지 않은 회원에게는 새 값을 결제하지 않아요.',
    add: '동의 구하기',
    empty: '동의를 구한 적이 없어요.',
    plan: '이용권',
    terms: (from: { price: number }, to: { price: number }) =>
      `${formatWon(from.price)} → ${formatWon(to.price)}`,
    starts_on: '새 값 시작',
    from_day: (day: string) => `${day.replaceAll('-', '. ')}.부터`,
    without_consent: '동의하지 않으면',
    choices: { keep: '지난 값 그대로', end: '기간까지 쓰고 끝' },
    answers: '회원',
    asked: (announced: number, agreed: number) =>
      `안내 ${formatCount(announced)}명 · 동의 ${formatCount(agreed)}명`,
    results: ({ subscribers, applied, kept, ended }: PriceChange) =>
      [
        `바뀜 ${formatCount(applied)}명`,
        kept > 0 ? `그대로 ${formatCount(kept)}명` : '',
        ended > 0 ? `끝남 ${formatCount(ended)}명` : '',
        `지난 조건 ${formatCount(subscribers)}명`,
      ]
        .filter(Boolean)
        .join(' · '),
    running: '진행 중',
    stopped: (at: string) => `${at} 중단`,
    stop: '중단',
    stop_of: (name: string) => `${name} 값 바꾸기 중단`,
    stop_title: (name: string) => `${name} 값 바꾸기를 중단할까요?`,
    stop_detail: (announced: number) =>
      announced > 0
        ? '동의한 회원도 지난 값 그대로예요. 안내받은 회원에게 메일로 알려요. 이미 바뀐 회원은 그대로예요.'
        : '아직 안내받은 회원이 없어요.',
    stopped_toast: '중단했어요',
    members: '물어볼 회원',
    choice: (plan: { name: string; price: number }, from: { price: number; subscribers: number }) =>
      `${plan.name} ${formatWon(from.price)} → ${formatWon(plan.price)} (${formatCount(from.subscribers)}명)`,
    starts_on_hint: (days: number) =>
      `이날이나 그 뒤의 첫 결제부터예요. 값이 오르거나 조건이 줄면 오늘부터 ${days}일 뒤가 가장 빨라요.`,
    hints: {
      keep: '동의하지 않은 회원은 지난 값과 조건으로 계속 결제돼요.',
      end: '동의하지 않은 회원의 이용권은 결제된 기간까지 쓰고 끝나요.',
    },
    law: (days: number) =>
      `회원마다 결제 ${days}일 전에 메일과 마이로 알려요. 그날부터 결제 전까지 받은 동의만 유효해요(전자상거래법 시행령 제20조의2).`,
    start: '시작하기',
    started: '동의를 구하기 시작했어요',
    nobody: '지난 조건을 쓰는 회원이 없어요. 이용권의 값을 먼저 고쳐 주세요.',
    is_running: '이 회원들에게 이미 동의를 구하고 있어요. 중단한 뒤에 다시 시작해 주세요.',
  },
  packages: {
    title: '충전 포인트',
    note: '1P는 1원이라 값과 포인트가 같아요. 할인은 보너스로 해요.',
    add: '충전 포인트 더하기',
    empty: '파는 충전 포인트가 없어요',
    empty_detail: '더하면 회원이 포인트를 충전할 수 있어요.',
    amount: '포인트',
    amount_used: '같은 값의 충전 포인트를 팔고 있어요. 그 보너스를 고쳐 주세요.',
    price: '값',
    price_hint: '같은 수의 유료 포인트를 받아요.',
    bonus: '보너스',
    bonus_hint: '함께 주는 이벤트 포인트예요. 없으면 0이에요.',
    bonus_too_big: '보너스는 충전하는 포인트보다 많을 수 없어요.',
    no_bonus: '없음',
    name: (amount: number, bonus: number) =>
      bonus > 0 ? `${formatPoints(amount)}(보너스 ${formatPoints(bonus)})` : formatPoints(amount),
    period: (from: string, to: string) => `${from} – ${to}`,
    replaces: '새 보너스로 팔기 시작해요. 이미 결제 중인 회원은 그때 본 보너스를 받아요.',
    retire_title: (amount: string) => `${amount} 판매를 끝낼까요?`,
    retire_detail: '이미 충전한 포인트는 그대로예요. 언제든 다시 판매할 수 있어요.',
  },
  rental: {
    title: '대여',
    note: '대여한 회차를 언제까지 보기 시작하고, 시작하면 얼마나 볼 수 있는지 정해요.',
    edit: '대여 기간 고치기',
    start_days: '시작할 수 있는 기간',
    days: (days: number) => `결제한 날부터 ${days}일`,
    day: '일',
    playback_hours: '볼 수 있는 시간',
    hours: (hours: number) => `시작하고 ${hours}시간`,
    hour: '시간',
    stays: '이미 대여한 회차는 그때의 기간이 그대로예요.',
  },
} as const
