import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
	change,
	contents,
	HOUR,
	launched,
	read,
	review,
	type Scene,
	scene,
	submitted,
	at as time,
	type Wire,
	watch,
} from "../campaigns/scene.ts";

let here: Scene;
beforeEach(async () => {
	here = await scene();
});
afterEach(() => here.close());

const redeem = (code: string) =>
	here.call("POST", "/rewards/redeem", { code }, { as: here.shop.token });

type Status = "pending" | "approved" | "rejected";

/** A submission brought into a status, in a campaign with a budget of four rewards. */
async function inStatus(
	status: Status,
): Promise<{ id: string; campaignId: string }> {
	const { id: campaignId } = await launched(here, { budget: { total: 20 } });
	const { id } = await submitted(here, campaignId);
	if (status !== "pending")
		await review(here, id, status === "approved" ? "approve" : "reject");
	return { id, campaignId };
}

interface Cell {
	from: Status;
	action: "approve" | "reject";
	with?: "override" | "reverse";
	/** Null where it is refused with ALREADY_REVIEWED. */
	to: Status | null;
	events?: string[];
	/** Reserved and spent afterwards. */
	budget?: [number, number];
	reward?: "issued" | "void";
}

const ISSUED = ["reward.issued", "submission.approved"];
const TABLE: Cell[] = [
	{
		from: "pending",
		action: "approve",
		to: "approved",
		events: ISSUED,
		budget: [0, 5],
		reward: "issued",
	},
	{
		from: "pending",
		action: "approve",
		with: "override",
		to: "approved",
		events: ISSUED,
		budget: [0, 5],
	},
	{
		from: "pending",
		action: "reject",
		to: "rejected",
		events: ["submission.rejected"],
		budget: [0, 0],
	},
	{
		from: "pending",
		action: "reject",
		with: "reverse",
		to: "rejected",
		events: ["submission.rejected"],
		budget: [0, 0],
	},
	{ from: "approved", action: "approve", to: null },
	{ from: "approved", action: "approve", with: "override", to: null },
	{ from: "approved", action: "approve", with: "reverse", to: null },
	{ from: "approved", action: "reject", to: null },
	{ from: "approved", action: "reject", with: "override", to: null },
	{
		from: "approved",
		action: "reject",
		with: "reverse",
		to: "rejected",
		events: ["reward.voided", "submission.reversed"],
		budget: [0, 0],
		reward: "void",
	},
	{ from: "rejected", action: "reject", to: null },
	{ from: "rejected", action: "reject", with: "reverse", to: null },
	{ from: "rejected", action: "reject", with: "override", to: null },
	{ from: "rejected", action: "approve", to: null },
	{ from: "rejected", action: "approve", with: "reverse", to: null },
	{
		from: "rejected",
		action: "approve",
		with: "override",
		to: "approved",
		events: ISSUED,
		budget: [0, 5],
		reward: "issued",
	},
];

describe("the review matrix", () => {
	for (const {
		from,
		action,
		with: flag,
		to,
		events = [],
		budget,
		reward,
	} of TABLE) {
		const how = flag ? ` with ${flag}` : "";
		test(`${from} + ${action}${how} → ${to ?? "ALREADY_REVIEWED"} [${events.join(", ")}]`, async () => {
			const { id, campaignId } = await inStatus(from);
			const before = contents(here);
			const { kinds, answer } = await watch(here, () =>
				review(here, id, action, flag ? { [flag]: true } : {}),
			);
			expect(kinds.toSorted()).toEqual(events.toSorted());
			if (to === null) {
				expect([answer.status, answer.error.code]).toEqual([
					409,
					"ALREADY_REVIEWED",
				]);
				expect(contents(here)).toBe(before);
				return;
			}
			expect([answer.status, answer.data.submission.status]).toEqual([200, to]);
			const after = await read(here, campaignId);
			expect([after.budget.reserved, after.budget.spent]).toEqual(
				budget as [number, number],
			);
			const counts = { pending: 0, approved: 0, rejected: 0, [to]: 1 };
			expect(after.stats).toEqual(counts);
			if (reward) expect(answer.data.reward.status).toBe(reward);
			if (to === "approved")
				expect(answer.data.submission.rewardId).toBe(answer.data.reward.id);
			const { data } = await here.call("GET", `/submissions/${id}`, undefined, {
				as: here.ada.token,
			});
			expect(data).toEqual(answer.data.submission);
		});
	}
});

describe("an approval", () => {
	test("answers the submission and the reward issued for it", async () => {
		const { id, campaignId } = await inStatus("pending");
		here.clock.advance(HOUR);
		const { data } = await review(here, id, "approve", { reason: "Lovely" });
		expect(data.submission).toMatchObject({
			id,
			status: "approved",
			reason: "Lovely",
			rejectionCode: null,
			reviewedAt: time(HOUR),
			reviewedBy: here.shop.userId,
			rewardId: data.reward.id,
		});
		expect(data.reward).toEqual({
			id: expect.stringMatching(/^rwd_/),
			code: expect.stringMatching(/^[0-9A-Z]{10}$/),
			businessId: here.shop.businessId,
			campaignId,
			programId: null,
			submissionId: id,
			userId: here.ada.userId,
			type: "fixed",
			value: 5,
			maxAmount: null,
			amount: 5,
			status: "issued",
			expiresAt: time(HOUR + 90 * 24 * HOUR),
			redeemedAt: null,
			createdAt: time(HOUR),
		});
	});

	for (const state of ["paused", "ended"]) {
		test(`goes on when the campaign is ${state}`, async () => {
			const { id, campaignId } = await inStatus("pending");
			await change(here, campaignId, { state });
			const { status } = await review(here, id, "approve");
			expect(status).toBe(200);
			expect((await read(here, campaignId)).state).toBe(state);
		});
	}
});

describe("a rejection", () => {
	for (const code of [
		"invalidProof",
		"duplicate",
		"outOfWindow",
		"criteriaNotMet",
		"wrongAccount",
		"proofDeleted",
		"missingDisclosure",
		"fraud",
		"other",
	]) {
		test(`keeps rejectionCode ${code} and its reason, and issues no reward`, async () => {
			const { id } = await inStatus("pending");
			const { data } = await review(here, id, "reject", {
				rejectionCode: code,
				reason: "Why",
			});
			expect(data.submission).toMatchObject({
				status: "rejected",
				rejectionCode: code,
				reason: "Why",
			});
			expect(data.reward).toBeNull();
		});
	}

	test("with an unknown rejectionCode is VALIDATION_ERROR", async () => {
		const { id } = await inStatus("pending");
		expect(
			(await review(here, id, "reject", { rejectionCode: "ugly" })).error.code,
		).toBe("VALIDATION_ERROR");
	});

	test("needs a reason when the business asks for one, and only then", async () => {
		const { id } = await inStatus("pending");
		await here.call(
			"PUT",
			"/business",
			{ requireRejectReason: true },
			{ as: here.shop.token },
		);
		for (const fields of [{}, { reason: "" }, { reason: "   " }]) {
			const { status, error } = await review(here, id, "reject", fields);
			expect([status, error.details?.[0]?.field]).toEqual([400, "reason"]);
		}
		expect(
			(await review(here, id, "reject", { reason: "Blurred" })).status,
		).toBe(200);
		const other = await inStatus("pending");
		expect((await review(here, other.id, "approve")).status).toBe(200);
	});
});

describe("a reversal", () => {
	test("of an approval whose reward was redeemed is 409 CONFLICT and changes nothing", async () => {
		const { id } = await inStatus("pending");
		const { data } = await review(here, id, "approve");
		await redeem(data.reward.code);
		const before = contents(here);
		const { status, error } = await review(here, id, "reject", {
			reverse: true,
		});
		expect([status, error.code]).toEqual([409, "CONFLICT"]);
		expect(contents(here)).toBe(before);
	});

	test("happens once: the code is dead, and the same again is ALREADY_REVIEWED", async () => {
		const { id } = await inStatus("pending");
		const { code } = (await review(here, id, "approve")).data.reward;
		await review(here, id, "reject", { reverse: true, reason: "Deleted" });
		expect((await redeem(code)).error.code).toBe("REWARD_NOT_REDEEMABLE");
		expect(
			(await review(here, id, "reject", { reverse: true })).error.code,
		).toBe("ALREADY_REVIEWED");
	});

	test("gives its place back: a campaign paused by its budget can be resumed", async () => {
		const { id: campaignId } = await launched(here, { budget: { total: 5 } });
		const { id } = await submitted(here, campaignId);
		await review(here, id, "approve");
		await review(here, id, "reject", { reverse: true });
		const { data } = await change(here, campaignId, { state: "active" });
		expect(data).toMatchObject({
			state: "active",
			budget: { spent: 0, remaining: 5 },
		});
	});
});

describe("an override", () => {
	test("is refused with BUDGET_EXHAUSTED where the rest is reserved", async () => {
		const { id: campaignId } = await launched(here, { budget: { total: 5 } });
		const { id } = await submitted(here, campaignId);
		await review(here, id, "reject");
		await submitted(here, campaignId, { as: here.bob.token });
		const { status, error } = await review(here, id, "approve", {
			override: true,
		});
		expect([status, error.code]).toEqual([409, "BUDGET_EXHAUSTED"]);
	});

	test("is refused with LIMIT_REACHED past maxApprovals", async () => {
		const { id: campaignId } = await launched(here, {
			limits: { maxApprovals: 1 },
		});
		const { id } = await submitted(here, campaignId);
		await review(here, id, "reject");
		const other = await submitted(here, campaignId, { as: here.bob.token });
		await review(here, other.id, "approve");
		expect(
			(await review(here, id, "approve", { override: true })).error.code,
		).toBe("LIMIT_REACHED");
	});
});

describe("POST /submissions/review", () => {
	const send = (body: object, as = here.shop.token) =>
		here.call("POST", "/submissions/review", body, { as });

	for (const [what, body] of [
		["neither submissionId nor submissionIds", { action: "approve" }],
		["both", { submissionId: "a", submissionIds: ["a"], action: "approve" }],
		["no action", { submissionId: "a" }],
		["an unknown action", { submissionId: "a", action: "maybe" }],
		["no id at all", { submissionIds: [], action: "approve" }],
	] as [string, object][]) {
		test(`with ${what} is VALIDATION_ERROR`, async () => {
			expect((await send(body)).error.code).toBe("VALIDATION_ERROR");
		});
	}

	test("of a foreign submission is 404, as of one that does not exist", async () => {
		const { id } = await inStatus("pending");
		const foreign = await send(
			{ submissionId: id, action: "approve" },
			here.rival.token,
		);
		const absent = await send(
			{ submissionId: "sub_0", action: "approve" },
			here.rival.token,
		);
		expect([foreign.status, foreign.error.code]).toEqual([404, "NOT_FOUND"]);
		expect(foreign.body).toEqual(absent.body);
	});

	test("is not for a customer", async () => {
		const { id } = await inStatus("pending");
		expect(
			(await send({ submissionId: id, action: "approve" }, here.ada.token))
				.status,
		).toBe(403);
	});
});

describe("a bulk review", () => {
	const bulk = (submissionIds: string[], fields: object = {}) =>
		here.call(
			"POST",
			"/submissions/review",
			{ submissionIds, action: "approve", ...fields },
			{
				as: here.shop.token,
			},
		);

	test("decides each on its own and says of each what became of it", async () => {
		const { id: campaignId } = await launched(here, {
			limits: { maxApprovals: 2 },
		});
		const ids: string[] = [];
		for (const userId of ["c1", "c2", "c3", "c4"])
			ids.push(
				(await submitted(here, campaignId, { as: here.shop.token, userId })).id,
			);
		await review(here, ids[0] as string, "reject");
		const { kinds, answer } = await watch(here, () =>
			bulk([...ids, "sub_absent"]),
		);
		expect(answer.status).toBe(200);
		const told = answer.data.items.map((item: Wire) => [
			item.ok,
			item.submission?.status,
			item.error?.code,
		]);
		expect(told).toEqual([
			[false, undefined, "ALREADY_REVIEWED"],
			[true, "approved", undefined],
			[true, "approved", undefined],
			[false, undefined, "LIMIT_REACHED"],
			[false, undefined, "NOT_FOUND"],
		]);
		expect(answer.data.items.map((item: Wire) => item.submissionId)).toEqual([
			...ids,
			"sub_absent",
		]);
		expect(kinds.filter((kind) => kind === "submission.approved")).toHaveLength(
			2,
		);
		expect((await read(here, campaignId)).stats).toEqual({
			pending: 1,
			approved: 2,
			rejected: 1,
		});
	});

	test("tells a foreign submission as one that does not exist", async () => {
		const { id } = await inStatus("pending");
		const as = here.rival.token;
		const body = { submissionIds: [id, "sub_absent"], action: "reject" };
		const { data } = await here.call("POST", "/submissions/review", body, {
			as,
		});
		expect(data.items[0].error).toEqual(data.items[1].error);
	});

	test("takes 100 and refuses 101", async () => {
		const ids = Array.from({ length: 101 }, (_, n) => `sub_${n}`);
		expect((await bulk(ids)).error.code).toBe("VALIDATION_ERROR");
		expect((await bulk(ids.slice(1))).data.items).toHaveLength(100);
	});

	test("with one id twice is VALIDATION_ERROR and decides nothing", async () => {
		const { id } = await inStatus("pending");
		const before = contents(here);
		expect((await bulk([id, id])).error.code).toBe("VALIDATION_ERROR");
		expect(contents(here)).toBe(before);
	});
});
