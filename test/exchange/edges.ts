/**
 * Edge cases: messages to a new book, with the expected response and book after each. Ada and
 * Bob hold 100 perks each. A message is `who side quantity@price flags`, `who cancels n` or `who takes n quantity`,
 * where n is the number of the message that placed the order; a response is `status filled/cancelled reason`.
 */
export type Step = [message: string, response: string, bids: string, asks: string];

export const TABLE: [shape: string, steps: Step[]][] = [
  ['an empty book takes a bid', [['ada buy 5@1', 'open 0/0', '1×5', '']]],
  ['an empty book takes an ask', [['ada sell 5@1', 'open 0/0', '', '1×5']]],
  ['the lowest price', [['ada buy 5@0.01', 'open 0/0', '0.01×5', '']]],
  ['the highest price', [['ada sell 1@1000000', 'open 0/0', '', '1000000×1']]],
  [
    'a cent apart does not trade',
    [
      ['bob sell 5@1', 'open 0/0', '', '1×5'],
      ['ada buy 5@0.99', 'open 0/0', '0.99×5', '1×5'],
    ],
  ],
  [
    'an exact fill empties the book',
    [
      ['bob sell 5@1', 'open 0/0', '', '1×5'],
      ['ada buy 5@1', 'filled 5/0', '', ''],
    ],
  ],
  [
    'a smaller taker leaves the rest of the maker',
    [
      ['bob sell 5@1', 'open 0/0', '', '1×5'],
      ['ada buy 2@1', 'filled 2/0', '', '1×3'],
    ],
  ],
  [
    'the remainder of a larger taker rests',
    [
      ['bob sell 5@1', 'open 0/0', '', '1×5'],
      ['ada buy 7@1', 'partiallyFilled 5/0', '1×2', ''],
    ],
  ],
  [
    'the remainder rests at the taker’s limit',
    [
      ['bob sell 5@1', 'open 0/0', '', '1×5'],
      ['ada buy 7@2', 'partiallyFilled 5/0', '2×2', ''],
    ],
  ],
  [
    'a sell sweeps bids downwards',
    [
      ['ada buy 2@1', 'open 0/0', '1×2', ''],
      ['ada buy 2@2', 'open 0/0', '2×2,1×2', ''],
      ['bob sell 3@1', 'filled 3/0', '1×1', ''],
    ],
  ],
  [
    'a buy sweeps asks upwards and stops at its limit',
    [
      ['bob sell 2@1', 'open 0/0', '', '1×2'],
      ['bob sell 2@2', 'open 0/0', '', '1×2,2×2'],
      ['bob sell 2@3', 'open 0/0', '', '1×2,2×2,3×2'],
      ['ada buy 9@2', 'partiallyFilled 4/0', '2×5', '3×2'],
    ],
  ],
  [
    'orders of one price are one level',
    [
      ['ada sell 2@1', 'open 0/0', '', '1×2'],
      ['bob sell 3@1', 'open 0/0', '', '1×5'],
    ],
  ],
  [
    'the older of one price goes first',
    [
      ['ada sell 2@1', 'open 0/0', '', '1×2'],
      ['bob sell 2@1', 'open 0/0', '', '1×4'],
      ['shop buy 2@1', 'filled 2/0', '', '1×2'],
      ['ada cancels 1', 'INVALID_TRANSITION', '', '1×2'],
    ],
  ],
  [
    'a cancelled order loses its place',
    [
      ['ada sell 2@1', 'open 0/0', '', '1×2'],
      ['bob sell 2@1', 'open 0/0', '', '1×4'],
      ['ada cancels 1', 'cancelled 0/2 user', '', '1×2'],
      ['ada sell 2@1', 'open 0/0', '', '1×4'],
      ['shop buy 2@1', 'filled 2/0', '', '1×2'],
      ['bob cancels 2', 'INVALID_TRANSITION', '', '1×2'],
    ],
  ],
  [
    'a partially filled order keeps its priority',
    [
      ['ada sell 4@1', 'open 0/0', '', '1×4'],
      ['bob sell 4@1', 'open 0/0', '', '1×8'],
      ['shop buy 1@1', 'filled 1/0', '', '1×7'],
      ['shop buy 3@1', 'filled 3/0', '', '1×4'],
      ['ada cancels 1', 'INVALID_TRANSITION', '', '1×4'],
    ],
  ],
  ['IOC without a match is cancelled', [['ada buy 5@1 IOC', 'cancelled 0/5 immediateOrCancel', '', '']]],
  [
    'an IOC order fills partially and the remainder never rests',
    [
      ['bob sell 3@1', 'open 0/0', '', '1×3'],
      ['ada buy 5@1 IOC', 'cancelled 3/2 immediateOrCancel', '', ''],
    ],
  ],
  [
    'IOC that fills whole is filled',
    [
      ['bob sell 5@1', 'open 0/0', '', '1×5'],
      ['ada buy 5@2 IOC', 'filled 5/0', '', ''],
    ],
  ],
  [
    'FOK one short is cancelled whole',
    [
      ['bob sell 4@1', 'open 0/0', '', '1×4'],
      ['ada buy 5@1 FOK', 'cancelled 0/5 fillOrKill', '', '1×4'],
    ],
  ],
  [
    'FOK over two levels',
    [
      ['bob sell 2@1', 'open 0/0', '', '1×2'],
      ['bob sell 3@2', 'open 0/0', '', '1×2,2×3'],
      ['ada buy 5@2 FOK', 'filled 5/0', '', ''],
    ],
  ],
  [
    'FOK does not reach beyond its limit',
    [
      ['bob sell 2@1', 'open 0/0', '', '1×2'],
      ['bob sell 3@2', 'open 0/0', '', '1×2,2×3'],
      ['ada buy 5@1 FOK', 'cancelled 0/5 fillOrKill', '', '1×2,2×3'],
    ],
  ],
  [
    'FOK behind one’s own order is a self trade',
    [
      ['bob sell 2@1', 'open 0/0', '', '1×2'],
      ['ada sell 2@1', 'open 0/0', '', '1×4'],
      ['ada buy 3@1 FOK', 'cancelled 0/3 selfTrade', '', '1×4'],
    ],
  ],
  [
    'FOK filled before one’s own order is filled',
    [
      ['bob sell 2@1', 'open 0/0', '', '1×2'],
      ['ada sell 2@1', 'open 0/0', '', '1×4'],
      ['ada buy 2@1 FOK', 'filled 2/0', '', '1×2'],
    ],
  ],
  ['a market order into an empty book', [['ada buy 5', 'NO_LIQUIDITY', '', '']]],
  [
    'a market order with only one’s own opposite',
    [
      ['ada sell 2@1', 'open 0/0', '', '1×2'],
      ['ada buy 2', 'NO_LIQUIDITY', '', '1×2'],
    ],
  ],
  [
    'a market order with one’s own in front',
    [
      ['ada sell 2@1', 'open 0/0', '', '1×2'],
      ['bob sell 2@2', 'open 0/0', '', '1×2,2×2'],
      ['ada buy 2', 'cancelled 0/2 selfTrade', '', '1×2,2×2'],
    ],
  ],
  [
    'a market order sweeps every level',
    [
      ['bob sell 2@1', 'open 0/0', '', '1×2'],
      ['bob sell 2@9', 'open 0/0', '', '1×2,9×2'],
      ['ada buy 4', 'filled 4/0', '', ''],
    ],
  ],
  [
    'a market sell meets the best bid first',
    [
      ['ada buy 2@1', 'open 0/0', '1×2', ''],
      ['ada buy 2@2', 'open 0/0', '2×2,1×2', ''],
      ['bob sell 2', 'filled 2/0', '1×2', ''],
    ],
  ],
  [
    'a market sell of more than is free',
    [
      ['ada buy 2@1', 'open 0/0', '1×2', ''],
      ['bob sell 101', 'INSUFFICIENT_BALANCE', '1×2', ''],
    ],
  ],
  [
    'one’s own order at a crossing price',
    [
      ['ada sell 2@1', 'open 0/0', '', '1×2'],
      ['ada buy 2@1', 'cancelled 0/2 selfTrade', '', '1×2'],
    ],
  ],
  [
    'one’s own order behind another’s',
    [
      ['bob sell 2@1', 'open 0/0', '', '1×2'],
      ['ada sell 2@2', 'open 0/0', '', '1×2,2×2'],
      ['ada buy 9@2', 'cancelled 2/7 selfTrade', '', '2×2'],
    ],
  ],
  [
    'an own order beyond the limit is not a self-trade',
    [
      ['ada sell 2@2', 'open 0/0', '', '2×2'],
      ['ada buy 2@1', 'open 0/0', '1×2', '2×2'],
    ],
  ],
  [
    'what is reserved cannot be offered twice',
    [
      ['ada sell 60@1', 'open 0/0', '', '1×60'],
      ['ada sell 41@1', 'INSUFFICIENT_BALANCE', '', '1×60'],
      ['ada sell 40@1', 'open 0/0', '', '1×100'],
    ],
  ],
  [
    'a cancel frees what can be offered again',
    [
      ['ada sell 100@1', 'open 0/0', '', '1×100'],
      ['ada cancels 1', 'cancelled 0/100 user', '', ''],
      ['ada sell 100@2', 'open 0/0', '', '2×100'],
    ],
  ],
  [
    'a bought perk can be sold on at once',
    [
      ['bob sell 100@1', 'open 0/0', '', '1×100'],
      ['ada buy 100@1', 'filled 100/0', '', ''],
      ['ada sell 200@2', 'open 0/0', '', '2×200'],
    ],
  ],
  [
    'cancelling a partly filled order',
    [
      ['ada buy 5@1', 'open 0/0', '1×5', ''],
      ['bob sell 2@1', 'filled 2/0', '1×3', ''],
      ['ada cancels 1', 'cancelled 2/3 user', '', ''],
      ['ada cancels 1', 'INVALID_TRANSITION', '', ''],
    ],
  ],
  [
    "a trader can't cancel another trader's order",
    [
      ['ada buy 5@1', 'open 0/0', '1×5', ''],
      ['bob cancels 1', 'NOT_FOUND', '1×5', ''],
    ],
  ],
  [
    'taking a worse order than the best',
    [
      ['bob sell 2@1', 'open 0/0', '', '1×2'],
      ['bob sell 2@2', 'open 0/0', '', '1×2,2×2'],
      ['ada takes 2 1', 'filled 1/0', '', '1×2,2×1'],
    ],
  ],
  [
    'taking a bid sells',
    [
      ['ada buy 5@1', 'open 0/0', '1×5', ''],
      ['bob takes 1 5', 'filled 5/0', '', ''],
      ['bob takes 1 1', 'ORDER_NOT_AVAILABLE', '', ''],
    ],
  ],
  [
    'taking more than is left, or one’s own',
    [
      ['bob sell 2@1', 'open 0/0', '', '1×2'],
      ['ada takes 1 3', 'ORDER_NOT_AVAILABLE', '', '1×2'],
      ['bob takes 1 1', 'SELF_TRADE', '', '1×2'],
    ],
  ],
  [
    'two sides far apart fill from within',
    [
      ['ada buy 1@1', 'open 0/0', '1×1', ''],
      ['bob sell 1@9', 'open 0/0', '1×1', '9×1'],
      ['bob sell 1@5', 'open 0/0', '1×1', '5×1,9×1'],
      ['shop buy 1@7', 'filled 1/0', '1×1', '9×1'],
    ],
  ],
];
