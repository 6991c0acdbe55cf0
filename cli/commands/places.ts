import type { Command } from 'commander';
import type { Device, Place } from '../../src/places/model.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup } from '../command.ts';
import type { Column } from '../output.ts';
import { recordsOf } from '../record-commands.ts';

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
  const add = recordsOf(noun, action);
  add<Place>({
    usage: 'list',
    about: 'List places, newest first',
    call: 'GET /business/places',
    options: [new OnlyBusinessOption()],
    columns: PLACE_COLUMNS,
    examples: ['perkmint places list --business biz_01…', 'perkmint places list --business biz_01… --json'],
  });
  add<Place>({
    usage: 'add <name>',
    about: 'Add a place',
    call: 'POST /business/places',
    options: [new OnlyBusinessOption()],
    examples: [
      'perkmint places add "Main station" --business biz_01…',
      'perkmint places add Airport --business biz_01… --json',
    ],
  });
  add<Place>({
    usage: 'rename <id> <name>',
    about: 'Rename a place',
    call: 'PUT /business/places/:id',
    done: ({ name }) => `Renamed to ${name}`,
    examples: [
      'perkmint places rename plc_01… "Old town"',
      'perkmint places rename plc_01… "Old town" --json',
    ],
  });
  add<Place>({
    usage: 'remove <id>',
    about: 'Delete a place; reports keep its name',
    call: 'DELETE /business/places/:id',
    done: (_, { id }) => `Deleted ${id}`,
    examples: ['perkmint places remove plc_01…', 'perkmint places remove plc_01… --json'],
  });
}

export function deviceCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'devices',
    'Manage the shared devices at the counters of a business',
    'perkmint devices list --business biz_01…',
    'perkmint devices revoke dev_01…',
  );
  const add = recordsOf(noun, action);
  add<Device>({
    usage: 'list',
    about: 'List shared devices, newest first',
    call: 'GET /business/devices',
    options: [new OnlyBusinessOption()],
    columns: DEVICE_COLUMNS,
    examples: ['perkmint devices list --business biz_01…', 'perkmint devices list --business biz_01… --json'],
  });
  add<Device>({
    usage: 'revoke <id>',
    about: 'Sign out a shared device',
    call: 'DELETE /business/devices/:id',
    done: (_, { id }) => `Revoked ${id}`,
    examples: ['perkmint devices revoke dev_01…', 'perkmint devices revoke dev_01… --json'],
  });
}
