import { Option } from 'commander';

/** The business that a command works on. Without the option, it is the only one of the installation. */
export class OnlyBusinessOption extends Option {
  constructor(about = 'business ID') {
    super('--business <id>', `${about} (default: the only business)`);
  }
}
