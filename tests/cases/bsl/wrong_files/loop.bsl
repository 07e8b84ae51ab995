#pragma once
#include "main.bsl"
