import type { Command } from 'commander';
import { type Device, NewPlace, type Place, PlaceChange } from '../../src/places/model.ts';
import * as devices from '../../src/places/service/devices.ts';
import * as places from '../../src/places/service/places.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, parseInput, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const PLACE_COLUMNS: Column<Place>[] = [
  { title: 'ID', value: place => place.id },
  { title: 'NAME', value: place => place.name },
  { title: 'CREATED', value: place => place.createdAt },
];

const DEVICE_COLUMNS: Column<Device>[] = [
  { title: 'ID', value: device => device.id },
  { title: 'NAME', value: device => device.name },
  { title: 'PLACE', value: device => device.placeId },
  { title: 'DEVICE', value: device => device.description },
  { title: 'LAST USED', value: device => device.lastUsedAt },
];

export function placeCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'places',
    'Manage the places of a business, such as its branches',
    'perkmint places list --business biz_01…',
    'perkmint places add "Main station" --business biz_01…',
  );
  const list = noun
    .command('list')
    .description('List places, newest first')
    .addOption(new OnlyBusinessOption());
  withPages(list).action(
    action<PageOptions & { business: string }>(async context => {
      const query = { ...pickPage(context.options), businessId: context.options.business };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => places.listPlaces(ctx, each));
      context.out.page(page, PLACE_COLUMNS);
    }),
  );
  withExamples(
    list,
    'perkmint places list --business biz_01…',
    'perkmint places list --business biz_01… --json',
  );
  const add = noun
    .command('add <name>')
    .description('Add a place')
    .addOption(new OnlyBusinessOption())
    .action(
      action<{ business: string }>(async (context, name = '') => {
        const input = parseInput(NewPlace, { name, businessId: context.options.business });
        context.out.record(await places.createPlace(await context.ctx(), input));
      }),
    );
  withExamples(
    add,
    'perkmint places add "Main station" --business biz_01…',
    'perkmint places add Airport --business biz_01… --json',
  );
  addChanges(noun, action);
}

function addChanges(noun: Command, action: Action): void {
  const rename = noun
    .command('rename <id> <name>')
    .description('Rename a place')
    .action(
      action(async (context, id = '', name = '') => {
        const renamed = await places.renamePlace(await context.ctx(), id, parseInput(PlaceChange, { name }));
        context.out.done(`Renamed to ${renamed.name}`, renamed);
      }),
    );
  withExamples(
    rename,
    'perkmint places rename plc_01… "Old town"',
    'perkmint places rename plc_01… "Old town" --json',
  );
  const remove = noun
    .command('remove <id>')
    .description('Delete a place; reports keep its name')
    .action(
      action(async (context, id = '') => {
        const removed = await places.deletePlace(await context.ctx(), id);
        context.out.done(`Deleted ${id}`, removed);
      }),
    );
  withExamples(remove, 'perkmint places remove plc_01…', 'perkmint places remove plc_01… --json');
}

export function deviceCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'devices',
    'Manage the shared devices at the counters of a business',
    'perkmint devices list --business biz_01…',
    'perkmint devices revoke dev_01…',
  );
  const list = noun
    .command('list')
    .description('List shared devices, newest first')
    .addOption(new OnlyBusinessOption());
  withPages(list).action(
    action<PageOptions & { business: string }>(async context => {
      const query = { ...pickPage(context.options), businessId: context.options.business };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => devices.listDevices(ctx, each));
      context.out.page(page, DEVICE_COLUMNS);
    }),
  );
  withExamples(
    list,
    'perkmint devices list --business biz_01…',
    'perkmint devices list --business biz_01… --json',
  );
  const revoke = noun
    .command('revoke <id>')
    .description('Sign out a shared device')
    .action(
      action(async (context, id = '') => {
        const revoked = await devices.revokeDevice(await context.ctx(), id);
        context.out.done(`Revoked ${id}`, revoked);
      }),
    );
  withExamples(revoke, 'perkmint devices revoke dev_01…', 'perkmint devices revoke dev_01… --json');
}
