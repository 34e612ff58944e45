import { formatPoints, formatWon } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'

/** Withdrawal. */
export const withdrawalMessages = {
  title: '회원 탈퇴',
  description: '계정을 닫으면 무엇이 사라지는지 확인하고 탈퇴할 수 있어요.',
  lead: '탈퇴를 신청하면 7일 뒤에 계정을 지워요. 사라지는 것을 먼저 확인해 주세요.',
  consequences_title: '탈퇴하면 이렇게 돼요',
  consequences: {
    points: '포인트',
    /** @param back refundable won, null if unknown. */
    points_paid: (paid: number, back: number | null) => {
      if (back === null)
        return `유료 포인트 ${formatPoints(paid)}는 충전한 카드로 먼저 환불해 드려요. 충전할 때 함께 받은 이벤트 포인트를 이미 썼다면 그만큼은 빼요.`
      if (back === 0)
        return `유료 포인트 ${formatPoints(paid)}는 이미 쓴 이벤트 포인트를 빼면 돌려받을 금액이 없어 사라져요.`
      if (back < paid)
        return `유료 포인트 ${formatPoints(paid)}에서 이미 쓴 이벤트 포인트 ${formatPoints(paid - back)}를 빼고, ${josa(formatWon(back), '을/를')} 충전한 카드로 먼저 환불해 드려요.`
      if (back === paid)
        return `유료 포인트 ${formatPoints(paid)}는 충전한 카드로 먼저 환불해 드려요.`
      return `${josa(formatWon(back), '을/를')} 충전한 카드로 먼저 환불해 드려요.`
    },
    points_event: (event: number) => `이벤트 포인트 ${formatPoints(event)}는 사라져요.`,
    points_detail: '유료 포인트는 충전한 카드로 먼저 환불해 드리고, 이벤트 포인트는 사라져요.',
    no_points: '남은 포인트가 없어서 사라지는 것도 없어요.',
    plan: '이용권',
    plan_detail: '쓰고 있는 이용권은 바로 끝나고, 더\u00a0결제되지 않아요.',
    plan_running: (plan: string, until: string) =>
      `${plan} 이용권은 ${until}까지 남아 있지만 바로 끝나요. 더\u00a0결제되지 않아요.`,
    plan_owed: (plan: string) => `${plan} 이용권은 바로 끝나고, 밀린 이용료도 더 결제하지 않아요.`,
    no_plan: '쓰고 있는 이용권이 없어 결제되는 것도 없어요.',
    plan_refund: (amount: string) =>
      `아직 이용권으로 보지 않아, 탈퇴하면 이번 결제 ${josa(amount, '을/를')} 결제한 카드로 환불해 드려요.`,
    plan_before: '이용권을 바꾸기 전 결제도 7일이 지나지 않았고 보지 않았다면 함께 환불해 드려요.',
    purchases: '소장·대여한 회차',
    purchases_detail: '소장하거나 대여한 회차를 더 볼 수 없어요.',
    purchases_counted: (held: string) => `소장하거나 대여한 ${held}편을 더 볼 수 없어요.`,
    no_purchases: '소장하거나 대여한 회차가 없어요.',
    unread: '불러오지 못했어요. 다시 시도',
    records: '시청 내역과 찜, 리뷰',
    records_detail: '시청 내역과 찜은 지워지고 되살릴 수 없어요.',
  },
  undo_title: '7일 안에 되돌릴 수 있어요',
  undo: '신청하면 모든 기기에서 로그아웃돼요. 7일 안에 로그인하면 탈퇴를 취소하고 쓰던 그대로 돌아올 수 있어요. 기다리는 동안에도 대여 기간은 흐르고, 이용 기간이 끝난 이용권은 되살아나지 않아요.',
  kept_title: '법에 따라 남는 것',
  kept: '계약과 결제 기록은 5년, 문의와 분쟁 처리 기록은 3년 동안 다른 정보와 따로 보관한 뒤 지워요. 그 밖의 정보는 계정과 함께 지워요.',
  survey_title: '떠나시는 이유를 들려주세요',
  survey_detail: '답하지 않아도 괜찮아요. 더 나은 서비스를 만드는 데에만 써요.',
  reasons: {
    service_problem: '쓰는 동안 문제가 있었어요',
    less_function: '필요한 기능이나 작품이 부족했어요',
    high_price: '가격이 부담스러웠어요',
  },
  comment: '하고 싶은 말',
  comment_hint:
    '여기에 적으신 말에는 답변을 드리지 못해요. 답변이 필요하면 1:1\u00a0문의로 알려 주세요.',
  inquire: '1:1 문의하기',
  stay: '계속 이용하기',
  submit: '탈퇴하기',
  confirm_title: '정말 탈퇴할까요?',
  confirm_detail: (on: string) =>
    `모든 기기에서 로그아웃되고, ${on}에 계정과 모든 기록을 지워요. 그 전에 로그인하면 되돌릴 수 있어요.`,
  confirm: '탈퇴할게요',
  cancel: '그만두기',
  failed: '탈퇴를 마치지 못했어요. 잠시 뒤에 다시 시도해 주세요.',
  success: {
    title: '탈퇴를 신청했어요',
    description: '회원 탈퇴를 신청했어요.',
    lead: '그동안 함께해 주셔서 고마웠어요',
    /** @param at when the account is deleted; null if unknown. */
    detail: (at: string | null) =>
      `${at ?? '7일 뒤'}에 계정을 지워요. 그 전에 로그인하면 탈퇴를 취소할 수 있어요. 모든 기기에서 로그아웃했고, 되돌리는 방법을 메일로 보냈어요.`,
    refunds: (back: { points: number; plan: number; isMinimum: boolean }) => {
      const parts = [
        back.points > 0 && `남은 포인트 ${formatWon(back.points)}`,
        back.plan > 0 && `이용권 결제 ${back.isMinimum ? '금액' : formatWon(back.plan)}`,
      ]
      return `${parts.filter(Boolean).join('과 ')}을 계정을 지울 때 결제한 카드로 환불해요. 카드사에 따라 며칠 더 걸릴 수 있어요.`
    },
    kept_title: '법에 따라 보관하는 기록',
    kept: [
      ['계약, 결제와 환불 기록', '5년'],
      ['문의와 분쟁 처리 기록', '3년'],
    ] as const,
    kept_detail:
      '다른 정보와 따로 보관하고, 기간이 끝나면 지워요. 보관할 기록이 없으면 아무것도 남지 않아요.',
    home: '홈으로 가기',
    undo: '로그인해서 취소하기',
  },
} as const
